import type { ModelFacts } from '@stet/history'

/** The demo needs no key and no network: it is a script inside this package. */
export const demoFacts: ModelFacts = {
  definition: 'demo',
  protocol: 'demo',
  model: 'demo',
  name: 'Demo',
  contextWindow: 32_000,
  outputLimit: 4_096,
  takes: { images: false, files: false, tools: false },
  reasoning: 'switch',
  caching: 'none',
}
