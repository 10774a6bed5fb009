import { conversationSoFar } from '../conversation-so-far.ts'
import { invitations } from '../invitations.ts'
import { quote } from '../quote.ts'
import { type Asked, type Scene, say } from '../scene.ts'

/** For everything that no scene knows: it says so, shows what reached it, and what to ask for instead. */
export function fallback(all: () => readonly Scene[]): Scene {
  return {
    name: 'fallback',
    invitation: null,
    matches: /(?:)/u,
    play: asked =>
      say(`
${opening(asked)}

${conversationSoFar(asked)}

What I can do is show you how answers look here. Say one of these:

${invitations(all())}`),
  }
}

function opening({ text }: Asked): string {
  if (text.trim() === '')
    return 'Your message has no text that I could read, and I am only the demo model: I read nothing else.'
  return `I am the demo model, a script and no language model, so I have no answer to this:

${quote(text)}`
}
