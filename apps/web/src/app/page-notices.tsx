import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import type { OpenChat } from '../service-worker/show-notice.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { missingParts } from '../ui/parts/missing-parts.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { FloatingNotice } from './floating-notice.tsx'

// Seldom shown: fetched when they are.
const UpdateNotice = lazyPart(async () => (await import('./late-notices.tsx')).UpdateNotice)
const NotifyOffer = lazyPart(async () => (await import('./late-notices.tsx')).NotifyOffer)

/** Notices about the whole page. They float above it, one line each, so that nothing moves. */
export function PageNotices() {
  const { pageVersion, notifier } = useServices()
  const isOutdated = useSyncExternalStore(pageVersion.subscribe, pageVersion.isOutdated)
  const hasMissed = useSyncExternalStore(notifier.subscribe, notifier.hasMissed)
  const isPartMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny)
  useOpenedChats()
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-14 z-10 flex flex-col items-center gap-2 px-4"
    >
      <ConnectionNotice />
      {isPartMissing && (
        <FloatingNotice text="A part of this page could not be loaded.">
          <Button look="outline" onClick={missingParts.retry}>
            Try again
          </Button>
        </FloatingNotice>
      )}
      <Suspense>
        {isOutdated && <UpdateNotice />}
        {hasMissed && <NotifyOffer />}
      </Suspense>
    </div>
  )
}

/** Shows the chat whose notification was clicked. */
function useOpenedChats(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const worker = navigator.serviceWorker
    if (worker === undefined) return
    const onMessage = ({ data }: MessageEvent<OpenChat>) => {
      if (data.kind === 'open-chat') void navigate({ to: '/chats/$chatId', params: { chatId: data.chatId } })
    }
    worker.addEventListener('message', onMessage)
    return () => worker.removeEventListener('message', onMessage)
  }, [navigate])
}
