import type { Scene } from '../scene.ts'

export const refusal: Scene = {
  name: 'refusal',
  invitation: { say: 'refuse', get: 'an answer that ends as a refusal' },
  matches: /\brefus(?:e|es|ed|al|ing)\b/iu,
  play: () => ({
    parts: [
      {
        kind: 'text',
        text: 'I will not answer this. There is nothing wrong with your message: you asked to see a refusal, and a provider reports one as an end of its own kind, which the page should show.',
      },
    ],
    outcome: 'refused',
  }),
}
