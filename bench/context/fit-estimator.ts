// Run by hand: prints the coefficients of `estimateTokens`, fitted to o200k on one half of the transcripts.
import '../../scripts/require-pinned-node.ts'
import { createHash } from 'node:crypto'
import { countFeatures, textFeatures } from '@stet/context'
import { o200kTokens, type SampleMessage, sampleTranscripts } from './estimator-sample.ts'
import { loadTranscripts } from './load-transcripts.ts'
import { scriptSamples, symbolSamples } from './script-samples.ts'

interface Observation {
  readonly features: readonly number[]
  readonly tokens: number
  readonly weight: number
}

const ROUNDS = 200
// Least absolute relative error by reweighting; below this an error weighs no more, or the smallest would weigh everything.
const SMALL_ERROR = 0.02

const transcripts = loadTranscripts()
if (transcripts === null) throw new Error('the transcripts are not beside the project')
const { airline, coding } = sampleTranscripts(transcripts)
const coefficients = fitted([
  ...observe(airline.fit, 1),
  ...observe(coding.fit, 1),
  ...observe(scriptSamples.map(toMessage), 0.3),
  ...observe(opaqueTexts().map(toMessage), 0.1),
  ...observe(symbolSamples.map(toMessage), 0.05),
])
const thousandths = coefficients.map(coefficient => Math.round(coefficient * 1000))
console.log(textFeatures.map((feature, index) => `  ${feature}: ${thousandths[index]},`).join('\n'))
for (const [name, messages] of Object.entries({ airline: airline.heldOut, coding: coding.heldOut })) {
  const errors = observe(messages, 1).map(({ features, tokens }) => Math.abs(estimate(features) / tokens - 1))
  const at = (share: number): string =>
    `${(100 * (errors.sort(byValue)[Math.floor(errors.length * share)] ?? 0)).toFixed(1)}%`
  console.log(`${name}, ${messages.length} messages held out: median ${at(0.5)}, 90th percentile ${at(0.9)}`)
}

function estimate(features: readonly number[]): number {
  return Math.max(1, Math.round(dot(features, thousandths) / 1000))
}

function toMessage(text: string): SampleMessage {
  return { texts: [text], tokens: o200kTokens(text) }
}

/** Together the messages weigh as much as `weight` says, however many they are. */
function observe(messages: readonly SampleMessage[], weight: number): readonly Observation[] {
  return messages.map(({ texts, tokens }) => ({
    features: texts.map(countFeatures).reduce((sum, counts) => sum.map((count, index) => count + (counts[index] ?? 0))),
    tokens,
    weight: weight / messages.length,
  }))
}

/** Keys, hashes and encoded bytes, as tools return them: letters and digits without words. */
function opaqueTexts(): readonly string[] {
  return Array.from({ length: 8 }, (_, index) => createHash('sha512').update(`${index}`).digest()).flatMap(bytes => [
    bytes.toString('hex'),
    bytes.toString('base64'),
    Array.from(bytes, byte => String.fromCharCode(97 + (byte % 26))).join(''),
  ])
}

/** No coefficient is below zero: a longer text would then be estimated cheaper than its beginning. */
function fitted(observations: readonly Observation[]): readonly number[] {
  let found = textFeatures.map(() => 0.3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const weighted = observations.map(observation => {
      const { features, tokens, weight } = observation
      const error = Math.abs(dot(features, found) / tokens - 1)
      return { ...observation, weight: weight / tokens ** 2 / Math.max(error, SMALL_ERROR) }
    })
    found = leastSquares(weighted, found)
  }
  return found
}

/** Coordinate descent: each coefficient in turn takes its best value, the others standing. */
function leastSquares(observations: readonly Observation[], start: readonly number[]): number[] {
  const found = [...start]
  const gram = textFeatures.map((_row, row) =>
    textFeatures.map((_column, column) => weightedSum(observations, ({ features }) => product(features, row, column))),
  )
  const target = textFeatures.map((_row, row) =>
    weightedSum(observations, ({ features, tokens }) => (features[row] ?? 0) * tokens),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    found.forEach((value, row) => {
      const own = gram[row]?.[row] ?? 0
      if (own > 0) found[row] = Math.max(0, value + ((target[row] ?? 0) - dot(gram[row] ?? [], found)) / own)
    })
  }
  return found
}

function weightedSum(observations: readonly Observation[], figure: (observation: Observation) => number): number {
  return observations.reduce((sum, observation) => sum + observation.weight * figure(observation), 0)
}

function product(features: readonly number[], one: number, other: number): number {
  return (features[one] ?? 0) * (features[other] ?? 0)
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
}

function byValue(one: number, other: number): number {
  return one - other
}
