import { familyOf } from '../mapping/model-family.ts'
import { refuseBreaches } from '../mapping/words.ts'
import type { Provider } from '../provider.ts'
import { baseUrlOf, keyHeaders, modelPath } from './address.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { refine } from './errors.ts'
import { geminiImages } from './images.ts'
import { createGeminiReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** Google's Gemini API. */
export const gemini: Provider = {
  type: 'gemini',
  discover,
  familyOf,
  images: geminiImages,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'none', caching: 'automatic' },
  factsAt: (_definition, known) => (known?.leastCached === undefined ? {} : { leastCached: known.leastCached }),
  notApplied: (facts, settings) => applySettings(facts, settings).notApplied,
  count(input) {
    const { connection, facts } = input
    const path = modelPath(facts.model)
    return {
      url: `${baseUrlOf(connection.definition.baseUrl)}/${path}:countTokens`,
      headers: keyHeaders(connection),
      body: { generateContentRequest: { model: path, ...toRequest(input).body } },
      field: 'totalTokens',
      refine,
    }
  },
  prepare(input) {
    const { connection, facts, settings } = input
    const { body, toolNames, notApplied, notes } = toRequest(input)
    refuseBreaches('Gemini', checkRequest(body))
    const base = `${baseUrlOf(connection.definition.baseUrl)}/${modelPath(facts.model)}`
    return {
      url: settings.streaming ? `${base}:streamGenerateContent?alt=sse` : `${base}:generateContent`,
      headers: keyHeaders(connection),
      body,
      notApplied,
      notes,
      createReader: () => createGeminiReader(facts.model, toolNames),
      refine,
    }
  },
}
