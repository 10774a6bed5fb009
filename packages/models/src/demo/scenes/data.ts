import { type Scene, say } from '../scene.ts'

export const data: Scene = {
  name: 'data',
  invitation: { say: 'where is my data', get: 'where all this is kept, and who sees it' },
  matches: /\bdata\b|\bprivacy\b|\bprivate\b|\b(?:stored?|kept|saved?)\b|\bdatabase\b/iu,
  play: () =>
    say(`
Your chats are kept by the **Stet server this page came from**, in its data folder: a SQLite database, and beside it a small journal for text that is still being streamed. If you started the server on your own computer, they are on your own computer.

- A message is on disk before the page shows it as sent.
- There is no analytics, no telemetry and no call home.
- I run inside that same server. What you write to me goes nowhere else.

A chat can be saved as Markdown or JSON from its menu. Keeping everything inside the browser, without a server, is planned and does not exist yet.`),
}
