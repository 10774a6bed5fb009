import type { PlacedEffort } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import { hasSameBeginning } from './place-prompt.ts'
import { isSent } from './place-tools.ts'

/**
 * Which effort applies from where (C21); null where none is asked for, or none can follow a message. One that changed since the last request follows the user's last
 * message, since another effort for the whole request would empty the provider's cache. It applies to the whole request again when what precedes the messages
 * changed, or when a message that a change followed is not sent any more.
 */
export function placeEffort(draft: Draft, input: AssembleInput): readonly PlacedEffort[] | null {
  const { effort, previous, plainReplay } = input
  if (effort === undefined) return null
  const together = [{ after: null, effort }]
  const before = previous?.efforts
  if (plainReplay === true || before === undefined) return together
  if (before.some(({ after }) => after !== null && !isSent(draft, after))) return together
  const places = before.at(-1)?.effort === effort ? before : appended(draft, before, effort)
  const isAppended = places !== null && places.length > 1
  if (isAppended && !hasSameBeginning(draft, input, draft.prompts[0]?.text ?? '')) return together
  return places ?? together
}

/** Null where the last message is not the user's: the model would think as before until the user says something. */
function appended(draft: Draft, before: readonly PlacedEffort[], effort: string): readonly PlacedEffort[] | null {
  const last = draft.contents.findLastIndex(content => content !== null)
  const after = draft.messages[last]?.id
  if (after === undefined || draft.roles[last] !== 'user') return null
  const earlier = before.filter(place => place.after !== after)
  return earlier.at(-1)?.effort === effort ? earlier : [...earlier, { after, effort }]
}
