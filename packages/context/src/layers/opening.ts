import { isAside } from '@stet/history'
import type { Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'
import { MESSAGE_OVERHEAD } from '../token-counts.ts'
import { isBehind } from './persons-marks.ts'

/** Providers want the person to speak first: where a cut or a greeting puts an answer there, a note goes before it. */
export const opening: Layer = {
  name: 'opening',
  apply: (draft, { tokens }) => {
    const because = whyNeeded(draft)
    if (because === null) return draft
    const text = begins(draft)
      ? '<system-note>The conversation begins here.</system-note>'
      : '<system-note>Earlier messages are left out here.</system-note>'
    const count = tokens.text(text) + MESSAGE_OVERHEAD
    return {
      ...draft,
      opening: {
        kind: 'note',
        name: '',
        text,
        fate: 'sent',
        layer: 'opening',
        because,
        tokensBefore: count,
        tokensAfter: count,
        cached: false,
        cacheMark: false,
      },
    }
  },
}

function whyNeeded(draft: Draft): string | null {
  const first = draft.roles[draft.contents.findIndex(content => content !== null)]
  if (first === undefined) return null
  if (first !== 'user' && first !== 'env-changed') return 'the first message that is sent is not the person’s'
  // The budget may let go of some of these, and of the question but not of its answer.
  for (const index of draft.pinned) {
    if (isBehind(draft, index)) return 'pinned messages stand where others are left out'
  }
  return null
}

/** Whether the first message of the chat is sent. Accounts of what was deleted stand before it, and were never part of it. */
function begins({ messages, contents }: Draft): boolean {
  const first = messages.findIndex(message => !isAside(message))
  return messages[first]?.parentId === null && contents[first] !== null
}
