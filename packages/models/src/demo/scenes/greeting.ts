import { conversationSoFar } from '../conversation-so-far.ts'
import { type Scene, say } from '../scene.ts'

export const greeting: Scene = {
  name: 'greeting',
  invitation: null,
  matches: /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|welcome)\b[^?]{0,24}$/iu,
  play: asked =>
    say(`
Hello, and welcome to Stet. ${asked.earlier.length === 0 ? 'You are talking to the demo model: a script that needs no key and no connection.' : conversationSoFar(asked)}

Three good places to start:

- \`what is stet\` for the idea in a minute
- \`think\` to watch an answer arrive in parts
- \`help\` for everything that I can show you`),
}
