import { ApiError, type ToolChoice } from '@stet/api/client'
import { useEffect, useRef, useState } from 'react'

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
  const [wished, setWished] = useState<readonly ToolChoice[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const saved = useRef(kept)
  saved.current = kept
  const latest = useRef(kept)
  const writing = useRef(Promise.resolve())
  const open = useRef(0)

  useEffect(() => {
    if (open.current > 0) return
    latest.current = kept
    setWished(null)
  }, [kept])

  async function keep(tools: readonly ToolChoice[]): Promise<void> {
    try {
      await save(tools)
      open.current -= 1
    } catch (error) {
      open.current -= 1
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error.message : String(error))
      if (open.current === 0) {
        latest.current = saved.current
        setWished(null)
      }
    }
  }

  return {
    choices: wished ?? kept,
    trouble,
    change(next) {
      const tools = next(latest.current)
      latest.current = tools
      open.current += 1
      setWished(tools)
      setTrouble(null)
      writing.current = writing.current.then(() => keep(tools))
    },
  }
}
