import { describeProvider } from '../testing/contract/describe-provider.ts'
import { testConnection } from '../testing/test-connection.ts'
import { geminiFixtures } from './fixtures.ts'
import { gemini } from './provider.ts'

describeProvider('Gemini', {
  provider: gemini,
  fixtures: geminiFixtures,
  connection: baseUrl => testConnection({ type: 'gemini', baseUrl }),
})
