import type { Scene } from '../scene.ts'

export const thinking: Scene = {
  name: 'thinking',
  invitation: { say: 'think', get: 'thinking first, then the answer' },
  matches: /\bthink(?:ing)?\b|\breason(?:ing)?\b|\briddle\b|\bpuzzle\b/iu,
  play: () => ({
    parts: [
      {
        kind: 'reasoning',
        text: `A riddle, then, so that there is something to think about: three switches downstairs, one lamp upstairs, and only one walk up. Which switch is it?

Each switch is on or off, so looking at the lamp tells two cases apart. There are three. One walk gives one look, so light alone is not enough.

What else does a lamp tell? An old bulb gets warm. Warm or cold is a second bit, and two bits can tell four cases apart.

So: one switch on for a while and off again, the second on, the third left alone. Lit means the second. Dark and warm, the first. Dark and cold, the third. That covers it.`,
        signature: null,
      },
      {
        kind: 'text',
        text: `**The riddle:** three switches downstairs, one lamp upstairs, one walk up. Which switch belongs to it?

Turn the first switch on, wait a few minutes, turn it off. Turn the second on and go up.

- The lamp is **lit**: the second switch.
- It is **dark but warm**: the first.
- It is **dark and cold**: the third.

The thinking that led here came first, as a part of its own. It was written beforehand, like everything I say, but it travels the way a model's own thinking does.`,
      },
    ],
    outcome: 'complete',
  }),
}
