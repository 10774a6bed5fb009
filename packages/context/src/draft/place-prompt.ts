import type { MessageId, PlacedPrompt } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import { CAN_BE_FOLLOWED, isSent, placeTools } from './place-tools.ts'
import { leadingBlocks } from './request-blocks.ts'

/** More characters of changes than this are read so often that sending the prompt itself again is better. */
const MOST_APPENDED = 20_000

/**
 * Which system prompt applies from where (C21). One that changed since the last request follows the last message, where the model takes it there: everything
 * before stays as the provider cached it, and as reasoning is bound to it. It precedes everything again when the tools, a document or the summary before the messages
 * changed too, when a message that a change followed is not sent any more, or when the changes become long.
 */
export function placePrompt(draft: Draft, input: AssembleInput): readonly PlacedPrompt[] {
  const { system: text, previous, model, plainReplay } = input
  const together = [{ after: null, text }]
  const before = previous?.prompts
  if (model.appendsSystem !== true || plainReplay === true || before === undefined) return together
  if (before.some(({ after }) => after !== null && !isSent(draft, after))) return together
  const places = before.at(-1)?.text === text ? before : appended(draft, before, text)
  if (places === null || appendedLength(places) > MOST_APPENDED) return together
  return places
}

/** The same when it is known what is sent: nothing else may have changed before the messages. */
export function placePromptFinally(draft: Draft, input: AssembleInput): readonly PlacedPrompt[] {
  const places = placePrompt(draft, input)
  return places.length === 1 || hasSameBeginning(draft, input, places[0]?.text ?? '')
    ? places
    : [{ after: null, text: input.system }]
}

/** What the system says after a message, given the prompt that applied before and the one that applies from there on. */
export function sayChange(before: string, now: string): string {
  if (now === '') return 'The instructions given before no longer apply.'
  const added = before !== '' && now.startsWith(`${before}\n\n`) ? now.slice(before.length + 2) : null
  return added === null
    ? `The instructions given before have changed. From here on they are:\n\n${now}`
    : `From here on these instructions apply as well:\n\n${added}`
}

/** What is said after each message, by its id. */
export function changesOf(places: readonly PlacedPrompt[]): ReadonlyMap<MessageId, string> {
  return new Map(
    places.flatMap(({ after, text }, index) =>
      after === null ? [] : [[after, sayChange(places[index - 1]?.text ?? '', text)] as const],
    ),
  )
}

/** Null where nothing may follow the last message. */
function appended(draft: Draft, before: readonly PlacedPrompt[], text: string): readonly PlacedPrompt[] | null {
  const last = draft.contents.findLastIndex(content => content !== null)
  const after = draft.messages[last]?.id
  if (after === undefined || !CAN_BE_FOLLOWED.includes(draft.roles[last] ?? '')) return null
  // The message is answered a second time, under another prompt.
  const earlier = before.filter(place => place.after !== after)
  return earlier.at(-1)?.text === text ? earlier : [...earlier, { after, text }]
}

function appendedLength(places: readonly PlacedPrompt[]): number {
  let length = 0
  for (const said of changesOf(places).values()) length += said.length
  return length
}

/** Whether tools, system prompt, documents and summary are the same bytes as in the last request. */
export function hasSameBeginning(draft: Draft, input: AssembleInput, prompt: string): boolean {
  const { previous, webFetch } = input
  const { declared, webSearch } = placeTools(draft, input)
  const others = draft.system.flatMap(({ kind, text }) => (kind === 'prompt' || text === null ? [] : [text]))
  const system = [...(prompt === '' ? [] : [prompt]), ...others].map(text => ({ text, cacheMark: false }))
  const own = { ...(webSearch && { webSearch }), ...(webFetch === true && { webFetch }) }
  const now = leadingBlocks({ tools: declared, system, ...own })
  const before = (previous?.blocks ?? []).filter(({ name }) => name === 'tools' || name.startsWith('system-'))
  return JSON.stringify(now) === JSON.stringify(before)
}
