import { defaultDefinitionOptions } from '../definition.ts'
import { describeProvider } from '../testing/contract/describe-provider.ts'
import { testConnection } from '../testing/test-connection.ts'
import { chatFixtures } from './fixtures.ts'
import { openaiChat } from './provider.ts'

describeProvider('Chat Completions', {
  provider: openaiChat,
  fixtures: chatFixtures,
  connection: baseUrl =>
    testConnection({
      type: 'openai-chat',
      baseUrl,
      definition: { options: { ...defaultDefinitionOptions, replayReasoning: true } },
    }),
})
