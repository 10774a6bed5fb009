import { ApiError, type ChatSettings, offersRecall, type ToolChoice } from '@stet/api/client'
import { useState } from 'react'

type Context = ChatSettings['context']

export interface RecallSetting {
  readonly context: Context
  readonly save: (context: Context) => Promise<unknown>
}

interface Recall {
  /** Whether it is offered because of the setting, although it is not among the chosen tools. */
  readonly isOffered: boolean
  /** Whether the setting decides: otherwise it is switched on like any other tool. */
  readonly isDecided: boolean
  readonly change: (on: boolean) => void
  readonly trouble: string | null
}

/** The tool Recall, which a setting of the context offers (C23). */
export function useRecall({ context, save }: RecallSetting, tools: readonly ToolChoice[]): Recall {
  const [wished, setWished] = useState<boolean | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const recall = wished ?? context.recall

  async function keep(on: boolean): Promise<void> {
    setWished(on)
    setTrouble(null)
    try {
      await save({ ...context, recall: on })
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    setWished(null)
  }

  return {
    isOffered: offersRecall({ context: { ...context, recall }, tools }),
    isDecided: offersRecall({ context: { ...context, recall: true }, tools }),
    change: on => void keep(on),
    trouble,
  }
}
