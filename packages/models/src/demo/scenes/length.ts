import type { Scene } from '../scene.ts'

export const length: Scene = {
  name: 'length',
  invitation: { say: 'length', get: 'an answer that hits its limit in mid-sentence' },
  matches: /\blength\b|\bcut (?:it )?(?:off|short)\b|\bout of (?:tokens|space)\b/iu,
  play: () => ({
    parts: [
      {
        kind: 'text',
        text: 'Every model has a limit to how much it may write at once. When it is reached, the answer ends wherever it happens to be, and the provider reports that the length was the reason. What arrived is kept, and the page should say that this is not the end of the tho',
      },
    ],
    outcome: 'length',
  }),
}
