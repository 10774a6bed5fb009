import { familyOf } from '../mapping/model-family.ts'
import { refuseBreaches } from '../mapping/words.ts'
import { factsAtOpenAi } from '../openai-chat/address.ts'
import { openaiImages } from '../openai-chat/images.ts'
import type { Provider } from '../provider.ts'
import { JSON_HEADERS, keyHeaders } from '../transport/key-headers.ts'
import { requestUrl } from './address.ts'
import { applySettings } from './apply-settings.ts'
import type { CountBody } from './body.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { refineRefusal } from './errors.ts'
import { createResponseReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** OpenAI's Responses API, and servers that speak it. */
export const openAiResponses: Provider = {
  type: 'openai-responses',
  discover,
  familyOf,
  images: openaiImages,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'effort', caching: 'automatic' },
  factsAt: factsAtOpenAi,
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, definition).notApplied,
  count(input) {
    const { definition, credentials } = input.connection
    const { model, input: items, instructions, tools, reasoning } = toRequest(input).body
    return {
      url: `${requestUrl(definition)}/input_tokens`,
      headers: keyHeaders(credentials, JSON_HEADERS),
      body: { model, input: items, instructions, tools, reasoning } satisfies CountBody,
      field: 'input_tokens',
      refine: refineRefusal,
    }
  },
  prepare(input) {
    const { definition, credentials } = input.connection
    const { body, toolNames, notApplied, notes } = toRequest(input)
    refuseBreaches('OpenAI', checkRequest(body))
    return {
      url: requestUrl(definition),
      headers: keyHeaders(credentials, JSON_HEADERS),
      body,
      notApplied,
      notes,
      createReader: () => createResponseReader(toolNames),
      refine: refineRefusal,
    }
  },
}
