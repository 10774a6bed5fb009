import { describeProvider } from '../testing/contract/describe-provider.ts'
import { testConnection } from '../testing/test-connection.ts'
import { bedrockFixtures } from './fixtures.ts'
import { bedrock } from './provider.ts'

describeProvider('Bedrock', {
  provider: bedrock,
  fixtures: bedrockFixtures,
  connection: baseUrl => testConnection({ type: 'bedrock', baseUrl }),
})
