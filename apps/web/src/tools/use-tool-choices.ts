import { ApiError, type ToolChoice } from '@stet/api/client'
import { useEffect, useReducer, useRef, useState } from 'react'
import { createWishedChoices } from './wished-choices.ts'

export interface ToolChoices {
  /** As they are, or will be once the server has them. */
  readonly choices: readonly ToolChoice[]
  readonly change: (next: (choices: readonly ToolChoice[]) => readonly ToolChoice[]) => void
  readonly trouble: string | null
}

/** Which tools are offered. Every change is saved at once, one after the other, and shows before the server has it. */
export function useToolChoices(
  kept: readonly ToolChoice[],
  save: (tools: readonly ToolChoice[]) => Promise<unknown>,
): ToolChoices {
  const [wished] = useState(() => createWishedChoices(kept))
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [trouble, setTrouble] = useState<string | null>(null)
  const writing = useRef(Promise.resolve())

  useEffect(() => {
    wished.arrived(kept)
    redraw()
  }, [wished, kept])

  async function keep(tools: readonly ToolChoice[]): Promise<void> {
    try {
      await save(tools)
      wished.saved()
    } catch (error) {
      wished.failed()
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    redraw()
  }

  return {
    choices: wished.shown(),
    trouble,
    change(next) {
      const tools = next(wished.shown())
      wished.wish(tools)
      redraw()
      setTrouble(null)
      writing.current = writing.current.then(() => keep(tools))
    },
  }
}
