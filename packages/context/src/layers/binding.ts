import type { AssistantMessage, RequestMessage } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { blockName, createBinding, fingerprintOf, leadingBlocks } from '../draft/request-blocks.ts'
import { sizeOf } from '../draft/size-of.ts'
import { toRequest } from '../draft/to-request.ts'
import { hasReasoning } from './reasoning.ts'

/**
 * Leaves reasoning out that its model would refuse, since tools, system text or an earlier message differ from the request that produced it
 * (C20). The rest of the answer goes as it was written. After `budget`, which decides last what is sent before an answer.
 */
export const binding = {
  name: 'binding',
  label: 'Bound reasoning',
  apply: (draft, input) => {
    if (input.model.bindsReasoning !== true || draft.overflow !== null) return draft
    const unbound = unboundAnswers(draft, input)
    if (unbound.size === 0) return draft
    const contents = draft.contents.slice()
    const notes = draft.notes.slice()
    const sizes = draft.sizes.slice()
    for (const [index, { content, because }] of unbound) {
      const message = draft.messages[index]
      if (message === undefined) continue
      contents[index] = content
      notes[index] = { fate: 'trimmed', because: `its reasoning is left out: ${because}` } satisfies Note
      sizes[index] = sizeOf(message, content, input.tokens)
    }
    return { ...draft, contents, notes, sizes }
  },
} as const satisfies Layer

interface Unbound {
  readonly content: RequestMessage
  readonly because: string
}

/** The answers whose reasoning does not hold any more, by their place. What is left out of one changes the prefix of those after it. */
function unboundAnswers(draft: Draft, input: AssembleInput): ReadonlyMap<number, Unbound> {
  const request = toRequest(draft, input)
  const binding = createBinding(leadingBlocks(request))
  const places = new Map(draft.messages.map(({ id }, index) => [id as string, index]))
  const found = new Map<number, Unbound>()
  let before: RequestMessage | null = null
  for (const sent of request.messages) {
    const index = places.get(blockName(sent)) ?? -1
    const message = draft.messages[index]
    let content = sent
    if (sent.form === 'native' && message?.role === 'assistant' && hasReasoning(message)) {
      const because = whyUnbound(message, { before, input, now: binding.now(), hasCut: found.size > 0 })
      if (because !== null) {
        content = { ...sent, omitReasoning: true, cacheMark: false }
        found.set(index, { content, because })
      }
    }
    binding.add(fingerprintOf(content))
    before = content
  }
  return found
}

interface Place {
  readonly before: RequestMessage | null
  readonly input: AssembleInput
  /** The binding of what follows. */
  readonly now: string
  readonly hasCut: boolean
}

function whyUnbound({ id }: AssistantMessage, { before, input, now, hasCut }: Place): string | null {
  const then = input.bindings?.get(id)
  if (then === undefined) return 'what was sent before it is not known any more'
  // Asked to continue, it answered a message that only that request had.
  if (before?.role === 'assistant' && !isPaused(before, input)) return 'it continued an answer'
  if (then === now) return null
  const [hadTools, hadSystem] = then.split(' ')
  const [tools, system] = now.split(' ')
  if (hadTools !== tools) return 'the tools changed since'
  if (hadSystem !== system) return 'the system prompt, a document or the summary changed since'
  return hasCut ? 'earlier reasoning is left out' : 'an earlier message changed since'
}

/** An answer that its provider paused is continued without a further message. */
function isPaused({ messageId }: RequestMessage, { path }: AssembleInput): boolean {
  const message = path.find(({ id }) => id === messageId)
  return message?.role === 'assistant' && message.parts.at(-1)?.kind === 'provider-call'
}
