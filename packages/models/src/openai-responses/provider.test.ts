import { describeProvider } from '../testing/describe-provider.ts'
import { testConnection } from '../testing/test-connection.ts'
import { fixtures } from './fixtures.ts'
import { openAiResponses } from './provider.ts'

describeProvider('OpenAI Responses', {
  provider: openAiResponses,
  fixtures,
  connection: url => testConnection({ type: 'openai-responses', baseUrl: url }),
})
