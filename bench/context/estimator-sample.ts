import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Transcript, Transcripts } from './load-transcripts.ts'

/** The texts of one message, and the tokens they are in o200k. */
export interface SampleMessage {
  readonly texts: readonly string[]
  readonly tokens: number
}

export interface Sample {
  readonly fit: readonly SampleMessage[]
  /** None of them is in `fit`, not even with the same words in another chat. */
  readonly heldOut: readonly SampleMessage[]
}

/** How the transcripts are divided: one part to fit the estimator, the other to judge it. */
export function sampleTranscripts({ airline, coding }: Transcripts): {
  readonly airline: Sample
  readonly coding: Sample
} {
  const even = airline.filter((_chat, index) => index % 2 === 0)
  const odd = airline.filter((_chat, index) => index % 2 === 1)
  const isFirst = (index: number): boolean => Math.floor(index / 10) % 2 === 0
  return {
    airline: divide(even.flat(), odd.flat()),
    coding: divide(
      coding.filter((_message, index) => isFirst(index)),
      coding.filter((_message, index) => !isFirst(index)),
    ),
  }
}

function divide(fit: Transcript, heldOut: Transcript): Sample {
  const seen = new Set<string>()
  return { fit: unseen(fit, seen), heldOut: unseen(heldOut, seen) }
}

function unseen(messages: Transcript, seen: Set<string>): readonly SampleMessage[] {
  return messages.flatMap(message => {
    if (message.role === 'system') return []
    const calls = message.role === 'assistant' ? message.calls : []
    const texts = [message.text, ...calls.flatMap(call => [call.tool, call.input])].filter(text => text !== '')
    const key = JSON.stringify(texts)
    if (texts.length === 0 || seen.has(key)) return []
    seen.add(key)
    return [{ texts, tokens: texts.reduce((sum, text) => sum + o200kTokens(text), 0) }]
  })
}

// Without this a text that holds the name of a special token would throw.
const everything = { disallowedSpecial: new Set<string>() }

export function o200kTokens(text: string): number {
  return countTokens(text, everything)
}
