import { conversationSoFar } from '../conversation-so-far.ts'
import { type Scene, say } from '../scene.ts'

export const view: Scene = {
  name: 'view',
  invitation: { say: 'what do you see', get: 'what a model is sent' },
  matches: /\b(?:view|context)\b|\bwhat (?:do|can) you see\b|\bremember\b/iu,
  play: asked =>
    say(`
A model remembers nothing. Each request carries everything it is to know, and Stet works that out from the history every time: the **view**.

${conversationSoFar(asked)}

The function that decides this is pure: the same history gives the same request, byte for byte. It leaves out what is never for a model, such as the title of the chat, keeps a tool call together with its result, and notes for every message whether it was sent and why.

Those notes are in the **inspector**: the context meter at the message field opens it.`),
}
