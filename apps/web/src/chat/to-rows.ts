import { type ChatView, type Draft, isAside, type LinkMessage, type Message, type MessageId } from '@stet/api/client'

/** What stands in the conversation, one below the other. An answer keeps its key when its draft becomes a message. */
export type Row =
  | { readonly key: MessageId; readonly kind: 'message'; readonly message: Message }
  | { readonly key: MessageId; readonly kind: 'draft'; readonly draft: Draft }

export function toRows(view: ChatView): readonly Row[] {
  const rows: Row[] = view.path
    .filter(message => message.role !== 'system-title')
    .map(message => ({ key: message.id, kind: 'message', message }))
  const draft = shownDraft(view)
  return draft ? [...rows, { key: draft.messageId, kind: 'draft', draft }] : rows
}

/** The answer in the making on the shown path; others write on branches that are not shown. */
export function shownDraft(view: ChatView): Draft | null {
  const tip = lastLink(view)
  return view.drafts.find(draft => draft.parentId === tip?.id) ?? null
}

/** What a new message is sent below. */
export function lastLink(view: ChatView): LinkMessage | null {
  return view.path.findLast((message): message is LinkMessage => !isAside(message)) ?? null
}
