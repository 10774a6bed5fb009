import { ApiError } from '@stet/api/client'
import { useMemo, useState } from 'react'

/** A command that failed, as the page reports it. */
export interface ActionTrouble {
  readonly what: string
  readonly because: string
}

export interface Attempts {
  readonly trouble: ActionTrouble | null
  /** Waits for a command whose result arrives as an event, and reports a failure under `what`. Resolves to whether it succeeded. */
  readonly attempt: (what: string, command: Promise<unknown>) => Promise<boolean>
  readonly fail: (trouble: ActionTrouble) => void
  readonly dismiss: () => void
}

export function useAttempt(): Attempts {
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null)
  const commands = useMemo(
    () => ({
      async attempt(what: string, command: Promise<unknown>): Promise<boolean> {
        setTrouble(null)
        try {
          await command
          return true
        } catch (error) {
          if (!(error instanceof ApiError)) reportError(error)
          setTrouble({ what, because: error instanceof Error ? error.message : String(error) })
          return false
        }
      },
      fail: setTrouble,
      dismiss: () => setTrouble(null),
    }),
    [],
  )
  return { trouble, ...commands }
}
