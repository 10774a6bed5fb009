import { ApiError } from '@stet/api/client'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { type PendingCalls, pendingWords } from './pending-calls.ts'
import { focusAfterDecision } from './use-decision.ts'

interface PendingBannerProps {
  pending: PendingCalls
  onRun: (key: string) => Promise<unknown>
  onReject: (key: string) => Promise<unknown>
}

/** Calls that were left unanswered: run them, reject them, or just send (R7); or the run continues with their results (R5). */
export function PendingBanner({ pending, onRun, onReject }: PendingBannerProps) {
  const { newKey, announcer } = useServices()
  const { title, text } = pendingWords(pending)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const keys = useRef({ run: newKey(), reject: newKey() })
  const banner = useRef<HTMLElement>(null)
  const it = pending.calls.length === 1 ? 'it' : 'them'
  const areEnded = pending.calls.length === 0

  useEffect(() => announcer.say(`${title}. ${text}`), [announcer, title, text])

  useLayoutEffect(() => {
    const shown = banner.current
    return () => {
      if (shown?.contains(document.activeElement)) focusAfterDecision(shown)
    }
  }, [])

  function attempt(act: Promise<unknown>): void {
    setBusy(true)
    setTrouble(null)
    act
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) reportError(error)
        setTrouble(sentence(error instanceof Error ? error.message : String(error)))
      })
      .finally(() => setBusy(false))
  }

  return (
    <section
      ref={banner}
      aria-label="Pending tool calls"
      aria-busy={busy}
      className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6"
    >
      <Notice
        title={title}
        actions={
          <>
            {pending.canRun && (
              <Button look="outline" icon="arrow-right" onClick={() => busy || attempt(onRun(keys.current.run))}>
                {areEnded ? 'Continue' : `Run ${it}`}
              </Button>
            )}
            {!areEnded && (
              <Button look="outline" icon="close" onClick={() => busy || attempt(onReject(keys.current.reject))}>
                Reject {it}
              </Button>
            )}
          </>
        }
      >
        {text}
        {trouble && (
          <p role="alert" className="mt-1 text-red">
            {trouble} Nothing was changed.
          </p>
        )}
      </Notice>
    </section>
  )
}
