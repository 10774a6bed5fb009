import fc from 'fast-check'
import type { EnvChangedMessage, SummaryMessage } from '../message.ts'
import { answerEnds, answerParts, callDrafts, requestFacts, resultDrafts, textParts, userParts } from './parts.ts'
import { jsonValues, texts } from './texts.ts'

/** Which of the possible messages an act applies to: the newest, or any. */
export type Place = number | 'newest'

/** One thing that happens to a chat. An act that is not possible does nothing. */
export type Act = ReturnType<typeof acts> extends fc.Arbitrary<infer A> ? A : never

function places(): fc.Arbitrary<Place> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Place>('newest') }, { weight: 2, arbitrary: fc.nat() })
}

function answers() {
  return { parts: answerParts(), request: requestFacts(), native: jsonValues(), durationMs: fc.option(fc.nat()) }
}

function ask() {
  const change: fc.Arbitrary<Pick<EnvChangedMessage, 'roots' | 'added' | 'removed' | 'directives'>> = fc.record({
    roots: fc.array(texts(), { maxLength: 3 }),
    added: fc.array(texts(), { maxLength: 2 }),
    removed: fc.array(texts(), { maxLength: 2 }),
    directives: fc.array(fc.record({ path: texts(), text: texts() }), { maxLength: 2 }),
  })
  return fc.record({
    act: fc.constant('ask'),
    place: fc.oneof({ weight: 9, arbitrary: places() }, { weight: 1, arbitrary: fc.constant('root') }),
    parts: userParts(),
    change: fc.option(change, { freq: 4 }),
  })
}

function conclude() {
  return fc.record({ act: fc.constant('conclude'), place: places(), end: answerEnds(), ...answers() })
}

function step() {
  const call = fc.record({ call: callDrafts(), result: resultDrafts() })
  return fc.record({
    act: fc.constant('step'),
    place: places(),
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    settled: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    ...answers(),
  })
}

function asides() {
  const body = { place: places(), prompt: fc.array(textParts(), { maxLength: 1 }), parts: fc.array(textParts()) }
  const form = fc.constantFrom<SummaryMessage['form']>('prose', 'snapshot', 'truncated')
  return fc.oneof(
    fc.record({ act: fc.constant('title'), ...body, request: requestFacts() }),
    fc.record({ act: fc.constant('summarise'), ...body, form, request: requestFacts() }),
    fc.record({ act: fc.constant('clear'), place: places() }),
  )
}

function choices() {
  return fc.oneof(
    fc.record({ act: fc.constant('choose'), place: places() }),
    fc.record({ act: fc.constant('lift'), place: places() }),
    fc.record({ act: fc.constant('mark'), place: places(), kind: fc.constantFrom('pinned', 'left-out', 'released') }),
  )
}

export function acts() {
  return fc.oneof(
    { weight: 6, arbitrary: ask() },
    { weight: 6, arbitrary: conclude() },
    { weight: 6, arbitrary: step() },
    { weight: 4, arbitrary: asides() },
    { weight: 3, arbitrary: choices() },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete'), place: places(), reason: texts() }) },
  )
}
