import type { ChatView } from '@stet/api/client'
import { useAnswering } from '../models/chat-model.tsx'
import { coldCacheWords } from './cache-words.ts'
import type { InspectionState } from './inspection-store.ts'

/** A line above the composer, shown before the message is sent (V4). */
export function ColdCacheNotice({ view: { chat, path }, state: { own } }: { view: ChatView; state: InspectionState }) {
  const prices = useAnswering(chat)?.prices ?? null
  if (own === null) return null
  const words = coldCacheWords({ report: own.report, prices, path, model: chat.settings.model })
  if (words === null) return null
  return (
    <p role="status" className="mx-auto w-full max-w-(--column) px-4 pb-1.5 text-small text-ink-faint sm:px-7">
      {words}
    </p>
  )
}
