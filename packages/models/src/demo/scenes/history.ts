import { type Scene, say } from '../scene.ts'

export const history: Scene = {
  name: 'history',
  invitation: { say: 'how does the history work', get: 'why nothing in it is ever lost' },
  matches: /\bhistory\b|\brecord\b/iu,
  play: () =>
    say(`
The history of a chat is a **tree of messages** that only ever grows.

- A message knows its parent, so a path from the first message to the last can be read off at any time.
- A message is never changed after it was written. It keeps what happened, as it happened: the words, who wrote them, what the provider reported.
- What can be worked out is not stored. Totals and what a model is shown are computed from the messages, so a chat loaded tomorrow gives the same numbers as the one running now.

An answer that was stopped or cut off by a crash stays too, with what had arrived and a note of how it ended.

Editing a message opens a second branch beside the first. Both stay, and the arrows below a message switch between them.`),
}
