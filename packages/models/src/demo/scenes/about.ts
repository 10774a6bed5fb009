import { type Scene, say } from '../scene.ts'

export const about: Scene = {
  name: 'about',
  invitation: { say: 'what is stet', get: 'what this place is' },
  matches: /\bstet\b|\b(?:who|what) are you\b|\babout you\b/iu,
  play: () =>
    say(`
**Stet** is a private AI workspace. The name is the proof-reader's mark for *let it stand*, and it is the idea behind everything here:

1. **The history is kept.** Every message is stored whole and unchanged. Nothing is edited in place, and nothing is cut to make room.
2. **The view is computed.** One function decides for each request what the model is sent from that history, and says why.

I am its **demo model**: no neural network, only a script that looks for a few words in your message. I need no key and no connection, and I am here so that you can try the place before you trust it with a real model.

Ask \`what works today\` for what is built, or \`where is my data\` for where it is kept.`),
}
