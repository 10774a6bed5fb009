import { ModelError } from '../model-error.ts'
import type { AnsweredPart, ModelEvent, PartStart } from '../model-event.ts'

/** What a stream gave: its events, and what it threw, or null when it ended by itself. */
export interface StreamRecord {
  readonly events: readonly ModelEvent[]
  readonly thrown: unknown
}

export async function recordStream(stream: AsyncIterable<ModelEvent> | Iterable<ModelEvent>): Promise<StreamRecord> {
  const events: ModelEvent[] = []
  try {
    for await (const event of stream) events.push(event)
    return { events, thrown: null }
  } catch (error) {
    return { events, thrown: error }
  }
}

/** Everything in which a stream breaks the contract of `ModelEvent`, in words. `corrects`: the final text may differ from deltas that were lost. */
export function findBreaches({ events, thrown }: StreamRecord, { corrects = false } = {}): readonly string[] {
  const breaches: string[] = []
  const started: PartStart[] = []
  const texts: string[] = []
  const finish = events.findIndex(event => event.kind === 'answer-finished')

  if (thrown !== null && !(thrown instanceof ModelError)) breaches.push(`it threw ${String(thrown)}, no ModelError`)
  if (thrown !== null && finish !== -1) breaches.push('it threw after answer-finished')
  if (thrown === null && finish === -1) breaches.push('it ended without answer-finished')
  if (finish !== -1 && finish < events.length - 1) breaches.push('something follows answer-finished')

  for (const event of events) {
    switch (event.kind) {
      case 'part-started':
        if (event.part !== started.length) breaches.push(`part ${event.part} starts where ${started.length} is due`)
        started.push(event.start)
        texts.push('')
        break
      case 'part-delta':
        if (event.text === '') breaches.push(`a delta of part ${event.part} is empty`)
        if (event.part in texts) texts[event.part] += event.text
        else breaches.push(`a delta of part ${event.part} came before its start`)
        break
      case 'answer-finished':
        breaches.push(...compareParts(started, corrects ? null : texts, event.answer.parts))
        break
    }
  }
  return breaches
}

function compareParts(
  started: readonly PartStart[],
  texts: readonly string[] | null,
  parts: readonly AnsweredPart[],
): readonly string[] {
  // Sources and files come whole with the end: they have no deltas and need not have been announced.
  const streamed = parts.filter(part => part.kind !== 'source' && part.kind !== 'made-file')
  if (streamed.length !== started.length) {
    return [`${started.length} parts were started and ${streamed.length} answered`]
  }
  return streamed.flatMap((part, index) => {
    const start = started[index]
    const breaches: string[] = []
    if (start?.kind !== part.kind) breaches.push(`part ${index} started as ${start?.kind} and is ${part.kind}`)
    if (start !== undefined && 'tool' in start && 'tool' in part && start.tool !== part.tool) {
      breaches.push(`part ${index} started as ${start.tool} and calls ${part.tool}`)
    }
    if (start?.kind === 'tool-call' && part.kind === 'tool-call') {
      if (start.providerCallId !== part.providerCallId) breaches.push(`part ${index} changed its provider's call id`)
    }
    const text = 'input' in part ? part.input : part.text
    if (texts !== null && texts[index] !== text) breaches.push(`the deltas of part ${index} are not its text`)
    return breaches
  })
}
