import { type Asked, type Scene, type Script, say } from '../scene.ts'

const TOOL = 'write_todo'

const items = [
  { text: 'Look at the call: it shows all that it would do', state: 'in_progress' },
  { text: 'Approve it, or deny it and say why', state: 'pending' },
  { text: 'See in the inspector what was sent to me about it', state: 'pending' },
]

export const toDo: Scene = {
  name: 'to-do',
  invitation: { say: 'to-do list', get: 'a call of a real tool, which can wait for your approval' },
  matches: /\bto-?dos?\b|\bmake (?:me )?a plan\b/iu,
  play: asked => (asked.tools.includes(TOOL) ? write(asked) : say(howToOffer)),
}

const howToOffer = `
I would write a to-do list, but no tool for that is offered in this chat.

Open the tools beside the message field, switch on **To-do list**, choose whether it may run by itself or has to ask you, and say \`to-do list\` again.`

function write({ earlier }: Asked): Script {
  return {
    parts: [
      { kind: 'text', text: 'A to-do list, then. I call the tool that keeps one.' },
      {
        kind: 'tool-call',
        tool: TOOL,
        input: JSON.stringify({ todos: items }),
        providerCallId: `demo-call-${earlier.length + 1}`,
      },
    ],
    outcome: 'complete',
  }
}
