import { familyOf } from '../mapping/model-family.ts'
import { refuseBreaches } from '../mapping/words.ts'
import type { Provider } from '../provider.ts'
import { JSON_HEADERS, keyHeaders } from '../transport/key-headers.ts'
import { factsAtOpenAi, requestUrl } from './address.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover, setWindow } from './discover.ts'
import { refine } from './errors.ts'
import { openaiImages } from './images.ts'
import { createChatReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** OpenAI's Chat Completions API, and the many servers that speak it. */
export const openaiChat: Provider = {
  type: 'openai-chat',
  discover,
  setWindow,
  images: openaiImages,
  // Most servers of this kind run models of which nothing is known: tools are tried, files are not.
  familyOf,
  defaults: { takes: { images: true, files: false, tools: true }, reasoning: 'none', caching: 'automatic' },
  factsAt: factsAtOpenAi,
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, definition).notApplied,
  prepare(input) {
    const { definition, credentials } = input.connection
    const { body, toolNames, notApplied, notes } = toRequest(input)
    refuseBreaches(definition.name, checkRequest(body))
    return {
      url: requestUrl(definition),
      headers: keyHeaders(credentials, JSON_HEADERS),
      body,
      notApplied,
      notes,
      createReader: () => createChatReader(toolNames),
      refine,
    }
  },
}
