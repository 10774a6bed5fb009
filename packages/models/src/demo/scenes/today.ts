import { type Scene, say } from '../scene.ts'

/** What is built and what is not: to be kept true with every feature that arrives. */
export const today: Scene = {
  name: 'today',
  invitation: { say: 'what works today', get: 'what is built, and what is not yet' },
  matches: /\btoday\b|\b(?:what|which)\b.*\b(?:works?|features?|built|ready|missing)\b|\bnot yet\b/iu,
  play: () =>
    say(`
**Works today:** chats, with me or with a model of yours.

- Any provider you have a key for, or a server at home: OpenAI, Anthropic, Gemini, Bedrock, Ollama and whatever speaks like them. Add it
  under *Providers*, and choose its models beside the message field.
- Send a message and read the answer while it is written; stop it and keep what arrived. One sent meanwhile waits its turn.
- Reload, close the page or open a second one: the answer continues and every page follows it.
- Answer again, edit, and switch between the branches; fork a chat, delete from a message on, clear the context and lift that again.
- Several chats, each on its own, with a title made from your first message, which you can change.
- A chat that outgrows the window is summarised by itself, and you see it; or ask for a summary. It can be lifted again.
- The inspector and the margin: what the next request will send of each message, and why; keep a message or leave it out. Also what any earlier one sent.
- What each answer, each branch and the whole chat cost.
- Attach files by picker, drop or paste: images are made smaller first, and any model reads text, PDF and DOCX. I read no files myself.
- A to-do list as the first tool, with me or any model that takes tools: each call can wait for you.

**Not yet:**

- [ ] tools beyond the to-do list
- [ ] search, export and import, costs over time`),
}
