import { isAside } from '@stet/history'
import type { Draft } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import { isBehind } from './persons-marks.ts'

/** Providers require the first message to be from the user: where a checkpoint or a greeting puts an answer there, a note goes before it. */
export const opening = {
  name: 'opening',
  label: 'Opening note',
  apply: (draft, { tokens }) => {
    const because = whyNeeded(draft)
    if (because === null) return draft
    const text = begins(draft)
      ? '<system-note>The conversation begins here.</system-note>'
      : '<system-note>Earlier messages are left out here.</system-note>'
    const count = tokens.text(text) + MESSAGE_OVERHEAD
    return {
      ...draft,
      opening: { kind: 'note', name: '', text, fate: 'sent', because, tokensBefore: count, tokensAfter: count },
    }
  },
} as const satisfies Layer

function whyNeeded(draft: Draft): string | null {
  const first = draft.roles[draft.contents.findIndex(content => content !== null)]
  if (first === undefined) return null
  if (first !== 'user' && first !== 'env-changed') return 'a provider requires a user message first'
  // The budget may drop a pinned question and keep its answer.
  for (const index of draft.pinned) {
    if (isBehind(draft, index)) return 'the messages between the pinned ones are left out'
  }
  return null
}

/** Whether the first message of the chat is sent. Accounting messages before it are not part of the conversation. */
function begins({ messages, contents }: Draft): boolean {
  const first = messages.findIndex(message => !isAside(message))
  return messages[first]?.parentId === null && contents[first] !== null
}
