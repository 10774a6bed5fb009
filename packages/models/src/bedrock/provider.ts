import { familyOf } from '../mapping/model-family.ts'
import { refuseBreaches } from '../mapping/words.ts'
import type { Provider } from '../provider.ts'
import { bedrockHeaders, modelUrl } from './address.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromException, refine } from './errors.ts'
import { createConverseReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** Any model on Bedrock, by its Converse API. */
export const bedrock: Provider = {
  type: 'bedrock',
  discover,
  familyOf,
  defaults: { takes: { images: false, files: false, tools: true }, reasoning: 'none', caching: 'none' },
  factsAt(_definition, known) {
    if (known?.dialect !== 'claude') return {}
    return {
      ...(known.longCache === true && { cacheLife: { minutes: 5, longMinutes: 60 } }),
      ...(known.appendsSystem === true && { appendsSystem: true }),
      // Converse only refers to tools that are declared in front: one can be withdrawn after a message, and none added.
      ...(known.appendsTools === true && { withdrawsTools: true }),
    }
  },
  notApplied: (facts, settings) => applySettings(facts, settings).notApplied,
  prepare(input) {
    const { connection, facts, settings } = input
    const { body, prefill, toolNames, notApplied, notes } = toRequest(input)
    refuseBreaches('Bedrock', checkRequest(body))
    return {
      url: modelUrl(connection.definition.baseUrl, facts.model, settings.streaming ? 'converse-stream' : 'converse'),
      headers: bedrockHeaders(connection),
      body,
      notApplied,
      notes,
      createReader: () => createConverseReader(prefill, toolNames),
      refine,
      loadDecoder: async (host, log) =>
        (await import('../transport/frame-decoder.ts')).createFrameDecoder(host, { fromException, log }),
    }
  },
}
