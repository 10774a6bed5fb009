import { estimateTokens } from '@stet/context'
import type { Report } from '../harness/row.ts'
import { type SampleMessage, sampleTranscripts } from './estimator-sample.ts'
import type { Transcripts } from './load-transcripts.ts'
import { median, medianTimes } from './median-time.ts'

export async function measureEstimator(transcripts: Transcripts, report: Report): Promise<void> {
  const { airline, coding } = sampleTranscripts(transcripts)
  const alone = { peer: null, peerName: null }
  const error = (messages: readonly SampleMessage[], estimate: (text: string) => number): number =>
    median(messages.map(({ texts, tokens }) => 100 * Math.abs(sum(texts.map(estimate)) / tokens - 1)))
  for (const [name, messages, goal] of [
    ['airline', airline.heldOut, '<= 5'],
    ['coding', coding.heldOut, '<= 12'],
  ] as const) {
    const ours = error(messages, estimateTokens)
    report({ name: `tokens: median error, ${name}, held out`, unit: '%', ours, ...alone, goal })
    const quarter = error(messages, text => Math.ceil(text.length / 4))
    report({
      name: `tokens: median error, ${name}, against a quarter of the characters`,
      unit: '%',
      ours,
      peer: quarter,
      peerName: 'characters / 4',
      goal: null,
    })
  }
  const prose = [...airline.heldOut, ...coding.heldOut].flatMap(({ texts }) => texts).join('\n')
  await measureTime('the transcripts', prose, report)
  await measureTime('one repeated letter', 'a'.repeat(200_000), report)
  await measureTime('nothing but spaces', ' '.repeat(200_000), report)
}

/** Time for a megabyte, and for twice the text against once: twice as long is linear. */
async function measureTime(name: string, text: string, report: Report): Promise<void> {
  // Flat strings of its own: a repeated or joined one may still be a tree of pieces, which its first reader pays for.
  const [once, twice] = [structuredClone(text), structuredClone(text + text)]
  const times = await medianTimes({ once: () => estimateTokens(once), twice: () => estimateTokens(twice) })
  const bytes = new TextEncoder().encode(text).length
  report({
    name: `tokens: a megabyte of ${name}`,
    unit: 'ms',
    ours: (times.once / bytes) * 1_000_000,
    peer: null,
    peerName: null,
    goal: '<= 6.7',
  })
  report({
    name: `tokens: twice as much of ${name}`,
    unit: 'ms',
    ours: times.twice,
    peer: times.once,
    peerName: 'once',
    goal: '<= 2.5',
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
