import type { ModelFacts, ModelRequest } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ModelEvent, PartStart } from '../model-event.ts'
import type { ModelCall } from '../models.ts'
import { type Wait, wait as waitByTimer } from '../wait.ts'
import { demoFacts, demoPrices } from './definition.ts'
import { makeSummary } from './make-summary.ts'
import { makeTitle } from './make-title.ts'
import { toNative } from './native.ts'
import { readQuoted } from './read-quoted.ts'
import { readMessages, readRequest } from './read-request.ts'
import { type DemoPart, type Script, say } from './scene.ts'
import { chooseScene } from './scenes.ts'
import { toChunks } from './to-chunks.ts'
import { measure, streamedText, toUsage } from './usage.ts'

const FIRST_EVENT_MS = 250
const FASTEST_CHUNK_MS = 16
const SLOWEST_CHUNK_MS = 33

export interface DemoOptions {
  readonly wait?: Wait
  /** Multiplies every wait: 1, the default, reads like a real model; 0 does not wait. */
  readonly pace?: number
}

const sentNowhere = {
  method: 'POST',
  url: 'demo:',
  headers: {},
  notApplied: [],
  notes: [],
  prices: demoPrices,
} as const

type DemoCall = Pick<ModelCall, 'request' | 'purpose' | 'signal' | 'onSent'>

export interface DemoModel {
  readonly facts: ModelFacts
  stream(call: DemoCall): AsyncIterable<ModelEvent>
}

/** The same request is always answered in the same words, in the same pieces, after the same waits. */
export function createDemoModel({ wait = waitByTimer, pace = 1 }: DemoOptions = {}): DemoModel {
  async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (pace > 0 && !signal.aborted) await wait(milliseconds * pace, signal)
    if (signal.aborted) {
      throw new ModelError('aborted', { message: 'the request was aborted', cause: signal.reason })
    }
  }

  async function* stream({ request, purpose, signal, onSent }: DemoCall): AsyncGenerator<ModelEvent> {
    // Nothing is sent, but the request is recorded: it can be inspected like any other.
    await onSent?.({ ...sentNowhere, body: JSON.stringify(request) })
    await pause(FIRST_EVENT_MS, signal)
    const { parts, outcome } = writeScript(request, purpose)
    for (const [part, answered] of parts.entries()) {
      yield { kind: 'part-started', part, start: startOf(answered) }
      for (const text of toChunks(streamedText(answered))) {
        await pause(chunkMilliseconds(text), signal)
        yield { kind: 'part-delta', part, text }
      }
      await pause(SLOWEST_CHUNK_MS, signal)
    }
    if (outcome instanceof ModelError) throw outcome
    const rawUsage = measure(request, parts)
    const answer = { end: outcome, parts, native: toNative(parts), rawUsage, usage: toUsage(rawUsage) }
    yield { kind: 'answer-finished', answer }
  }

  return { facts: demoFacts, stream }
}

function writeScript(request: ModelRequest, purpose: ModelCall['purpose']): Script {
  switch (purpose) {
    case 'answer':
    case 'sampling': {
      const asked = readRequest(request)
      return chooseScene(asked).play(asked)
    }
    case 'title':
      return say(makeTitle(readMessages(request).find(message => message.role === 'user')?.text ?? ''))
    case 'summary':
      return say(makeSummary(readQuoted(request)))
  }
}

function startOf(part: DemoPart): PartStart {
  return part.kind === 'tool-call'
    ? { kind: 'tool-call', tool: part.tool, providerCallId: part.providerCallId }
    : { kind: part.kind }
}

/** Uneven, as a model's pace is, but the same for the same text. */
function chunkMilliseconds(text: string): number {
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return FASTEST_CHUNK_MS + (hash % (SLOWEST_CHUNK_MS - FASTEST_CHUNK_MS + 1))
}
