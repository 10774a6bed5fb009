import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ConnectionState } from '../state/live.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'
import { FloatingNotice } from './floating-notice.tsx'

/** A connection that returns this quickly is not reported. */
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

  if (!(lost && shown)) return null
  if (state === 'reconnecting') {
    return (
      <FloatingNotice
        text={
          <>
            <WritingDots />
            Reconnecting… What you type is kept.
          </>
        }
      />
    )
  }
  return (
    <FloatingNotice text={because?.message ?? 'Disconnected.'}>
      <Button look="outline" onClick={live.reconnect}>
        Reconnect
      </Button>
    </FloatingNotice>
  )
}

function useConnection(): ConnectionState {
  const { live } = useServices()
  return useSyncExternalStore(live.onConnection, live.connection)
}
