import type { Json } from '@stet/history'
import type { ModelCall, ModelEvent } from '@stet/models'
import { finished } from './scripted-models.ts'

export interface ScriptedCall {
  readonly tool: string
  /** A text is sent as it is, which need not be JSON. */
  readonly input: Json
}

/** An answer that calls tools, streamed; `end` other than `complete` is one that was cut off behind them. */
export function* calling(
  calls: readonly ScriptedCall[],
  end: 'complete' | 'length' = 'complete',
): Generator<ModelEvent> {
  const parts = calls.map(({ tool, input }, index) => ({
    kind: 'tool-call' as const,
    tool,
    input: typeof input === 'string' ? input : JSON.stringify(input),
    providerCallId: `provided-${index}`,
  }))
  yield* arriving(calls)
  yield finished(parts, end)
}

/** The same without its end. */
export function* arriving(calls: readonly ScriptedCall[]): Generator<ModelEvent> {
  for (const [part, { tool, input }] of calls.entries()) {
    yield { kind: 'part-started', part, start: { kind: 'tool-call', tool, providerCallId: `provided-${part}` } }
    yield { kind: 'part-delta', part, text: typeof input === 'string' ? input : JSON.stringify(input) }
  }
}

/** The texts of the last message of a request; of tool results, each outcome with its text. */
export function lastTexts({ request }: ModelCall): readonly string[] {
  const last = request.messages.at(-1)
  if (last === undefined || last.form === 'native') return []
  if (last.role === 'tool-results') {
    return last.parts.map(({ outcome, content }) => `${outcome}: ${content.map(textOf).join('')}`)
  }
  return last.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []))
}

function textOf(content: { readonly kind: string; readonly text?: string }): string {
  return content.text ?? content.kind
}
