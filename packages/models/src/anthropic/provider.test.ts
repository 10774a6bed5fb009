import { describeProvider } from '../testing/contract/describe-provider.ts'
import { testConnection } from '../testing/test-connection.ts'
import { anthropicFixtures } from './fixtures.ts'
import { anthropic } from './provider.ts'

describeProvider('anthropic', {
  provider: anthropic,
  fixtures: anthropicFixtures,
  connection: baseUrl => testConnection({ type: 'anthropic', baseUrl }),
})
