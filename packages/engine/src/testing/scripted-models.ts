import type { ModelFacts } from '@stet/history'
import {
  type Answer,
  type AnsweredPart,
  type ModelCall,
  ModelError,
  type ModelEvent,
  type Models,
  type PriceList,
} from '@stet/models'

export type Script = (call: ModelCall) => AsyncIterable<ModelEvent> | Iterable<ModelEvent>

export interface ScriptedModels extends Models {
  /** What was asked of it, in turn. */
  readonly calls: readonly ModelCall[]
}

export const scriptedFacts: ModelFacts = {
  definition: 'scripted',
  protocol: 'scripted',
  model: 'one',
  name: 'Scripted',
  contextWindow: null,
  outputLimit: null,
  takes: { images: false, files: false, tools: true },
  reasoning: 'none',
  caching: 'none',
}

const sentNowhere = { method: 'POST', url: 'scripted:', headers: {}, notApplied: [], notes: [] } as const

export const scriptedChoice = { definition: scriptedFacts.definition, model: scriptedFacts.model }

const purposes = {
  title: () => saying('A title'),
  summary: () => saying('A summary.'),
} satisfies Record<string, Script>

/**
 * Models that answer as a test says; a title is "A title" and a summary "A summary." unless the test writes them. Without a price list
 * nothing is priced.
 */
export function createScriptedModels(
  answer: Script,
  title: Script = purposes.title,
  prices: PriceList | null = null,
  summary: Script = purposes.summary,
): ScriptedModels {
  const scripts = { answer, title, summary, sampling: answer }
  const calls: ModelCall[] = []
  return {
    calls,
    async facts({ definition, model }) {
      return definition === scriptedFacts.definition && model === scriptedFacts.model ? scriptedFacts : null
    },
    prices: async () => prices,
    notApplied: async () => [],
    reads: async () => [],
    count: async () => null,
    prepare: async ({ request }) => ({ sent: { ...sentNowhere, body: JSON.stringify(request), prices } }),
    async makeImages() {
      throw new ModelError('not-found', { message: 'it makes no images' })
    },
    async *stream(call) {
      calls.push(call)
      await call.onSent?.({ ...sentNowhere, body: JSON.stringify(call.request), prices })
      yield* scripts[call.purpose](call)
    },
  }
}

/** A whole answer of one text, in pieces. */
export function* saying(...pieces: readonly string[]): Generator<ModelEvent> {
  yield* beginning(...pieces)
  yield finished([{ kind: 'text', text: pieces.join('') }])
}

/** A text that is not finished. */
export function* beginning(...pieces: readonly string[]): Generator<ModelEvent> {
  yield { kind: 'part-started', part: 0, start: { kind: 'text' } }
  for (const text of pieces) yield { kind: 'part-delta', part: 0, text }
}

export function finished(parts: Answer['parts'], end: Answer['end'] = 'complete'): ModelEvent {
  const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, webSearches: 0 }
  const native = { protocol: 'scripted', content: parts.map(toJson) }
  return { kind: 'answer-finished', answer: { end, parts, native, rawUsage: { in: 10, out: 5 }, usage } }
}

function toJson(part: AnsweredPart) {
  return part.kind === 'made-file' ? { ...part, bytes: [...part.bytes] } : { ...part }
}

/** Reports nothing until it is stopped. */
export async function* hanging(call: Pick<ModelCall, 'signal'>): AsyncGenerator<ModelEvent> {
  yield await untilStopped(call)
}

/** Waits until the call is aborted, and then fails as a provider does. */
export async function untilStopped({ signal }: Pick<ModelCall, 'signal'>): Promise<never> {
  if (!signal.aborted) {
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  throw new ModelError('aborted', { message: 'The request was aborted.' })
}
