import type { ModelFacts } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { Provider } from '../provider.ts'
import { recordStream } from './find-breaches.ts'
import { type AnswerOptions, openAnswer } from './open-answer.ts'
import { type TestConnection, testConnection } from './test-connection.ts'

export interface SentHead {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Where a request of a provider goes, and its headers. */
export async function sentTo(
  provider: Provider,
  facts: ModelFacts,
  connection: Partial<TestConnection>,
  options: Partial<AnswerOptions> = {},
): Promise<SentHead> {
  const sent: SentHead[] = []
  const fetch: Connection['fetch'] = async (input, init) => {
    sent.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) })
    return new Response('', { status: 503 })
  }
  const reached = testConnection({ type: provider.type, baseUrl: 'https://proxy.example', fetch, ...connection })
  await recordStream(openAnswer(provider, { facts, ...options, connection: reached }))
  const [first, ...more] = sent
  if (first === undefined || more.length > 0) throw new Error(`${sent.length} requests were sent`)
  return first
}
