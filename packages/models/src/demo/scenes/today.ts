import { type Scene, say } from '../scene.ts'

/** What is built and what is not: to be kept true with every feature that arrives. */
export const today: Scene = {
  name: 'today',
  invitation: { say: 'what works today', get: 'what is built, and what is not yet' },
  matches: /\btoday\b|\b(?:what|which)\b.*\b(?:works?|features?|built|ready|missing)\b|\bnot yet\b/iu,
  play: () =>
    say(`
**Works today:** chats, with me or with a model of yours.

- Any provider you have a key for, or a server at home: OpenAI, Anthropic, Gemini, Bedrock, Ollama and compatible servers. Add it
  under *Providers*, and choose its models beside the message field.
- Send a message and read the answer while it is written. Stop it, and what arrived is kept. A message sent meanwhile waits its turn.
- Reload, close the page or open a second one: the answer continues, and every page follows it.
- Answer again, edit, switch between branches, fork a chat, delete from a message on, clear the context and lift that again.
- Workspaces with chats and files of their own, search in all chats, system prompts, drafts that follow you to another device.
- Tools that ask first: a to-do list, files with versions, JavaScript, pages of the web, a directory of your computer, a shell, sub-agents,
  and MCP servers.
- A long chat is summarised before it outgrows the window, and you see it. A summary can be edited, undone and made again.
- The inspector and the margin: what the next request sends of each message, and why, and what every earlier one sent.
- What each answer, branch, chat, model and day cost, with a monthly budget for each workspace.
- Attach files by picker, drop or paste: images are made smaller first, and any model reads text, PDF and DOCX. I read no files myself.
- Save a chat as Markdown or JSON.

**Not yet:**

- [ ] a Stet that runs in a browser tab, without a server
- [ ] export and import of everything at once`),
}
