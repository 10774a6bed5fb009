import { refuseBreaches } from '../mapping/words.ts'
import type { Provider } from '../provider.ts'
import { JSON_HEADERS, keyHeaders } from '../transport/key-headers.ts'
import { requestUrl } from './address.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover, setWindow } from './discover.ts'
import { refine } from './errors.ts'
import { createChatReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** OpenAI's Chat Completions API, and the many servers that speak it. */
export const openaiChat: Provider = {
  type: 'openai-chat',
  discover,
  setWindow,
  // Most servers of this kind run models of which nothing is known: tools are tried, files are not.
  defaults: { takes: { images: true, files: false, tools: true }, reasoning: 'none', caching: 'automatic' },
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
