import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ConnectionState } from '../state/live.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'

/** A connection that is back at once is not worth a word. */
const QUIET_MS = 600

export function ConnectionNotice() {
  const { live } = useServices()
  const { state, because } = useConnection()
  const lost = state === 'reconnecting' || state === 'closed'
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (!lost) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [lost])

  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-14 z-10 flex justify-center px-4">
      {lost && shown && (
        <div className="pointer-events-auto flex items-center gap-3 rounded border border-line bg-raised py-1.5 pr-2 pl-3 text-ink-soft shadow-float">
          {state === 'reconnecting' ? (
            <>
              <WritingDots />
              <span className="pr-1">Reconnecting…</span>
            </>
          ) : (
            <>
              <span>{because?.message ?? 'Disconnected.'}</span>
              <Button look="outline" onClick={live.reconnect}>
                Reconnect
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

function useConnection(): ConnectionState {
  const { live } = useServices()
  return useSyncExternalStore(live.onConnection, live.connection)
}
