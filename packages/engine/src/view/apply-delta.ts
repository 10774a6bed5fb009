import type { ChatView, Resync } from './chat-view.ts'
import type { Draft } from './draft.ts'
import type { PartDelta, Retry } from './event.ts'

/** A delta of an unknown draft is ignored: its message is saved, or its run ended. */
export function applyDelta(view: ChatView, delta: PartDelta): ChatView | Resync {
  const index = view.drafts.findIndex(draft => draft.messageId === delta.messageId)
  const draft = view.drafts[index]
  if (draft === undefined) return view
  const parts = extendParts(draft.parts, delta)
  if (parts === 'resync') return 'resync'
  return parts === draft.parts ? view : { ...view, drafts: view.drafts.with(index, { ...draft, parts, retry: null }) }
}

/** A retry is published before any part starts; an older one than the view has is ignored. */
export function applyRetry(view: ChatView, { messageId, retry }: Retry): ChatView {
  const index = view.drafts.findIndex(draft => draft.messageId === messageId)
  const draft = view.drafts[index]
  if (draft === undefined || draft.parts.length > 0 || draft.state !== 'writing') return view
  if (draft.retry !== null && draft.retry.failed >= retry.failed) return view
  return { ...view, drafts: view.drafts.with(index, { ...draft, retry }) }
}

type Extension<D = PartDelta> = D extends PartDelta ? Omit<D, 'chatId' | 'messageId'> : never

/** The parts of a draft with a delta; the same parts when they already contain it, `resync` when something before it is missing. */
export function extendParts(parts: Draft['parts'], delta: Extension): Draft['parts'] | Resync {
  const part = parts[delta.part]
  if (delta.kind === 'part-started') {
    if (part !== undefined) return parts
    return delta.part === parts.length ? [...parts, { ...delta.start, text: '' }] : 'resync'
  }
  if (part === undefined || delta.at > part.text.length) return 'resync'
  const news = delta.text.slice(part.text.length - delta.at)
  return news === '' ? parts : parts.with(delta.part, { ...part, text: part.text + news })
}
