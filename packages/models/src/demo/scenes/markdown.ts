import { type Scene, say } from '../scene.ts'

export const markdown: Scene = {
  name: 'markdown',
  invitation: { say: 'markdown', get: 'headings, emphasis, a quotation, a link' },
  matches: /\bmark ?down\b|\bformat(?:ting|ted)?\b|\bheadings?\b/iu,
  play: () =>
    say(`
## A page of Markdown

Words can be *leaned on*, **stressed**, ***both***, or ~~taken back~~. A name such as \`parentId\` stands in a code span, where **nothing** is read as markup: \`**like this**\`.

### Quotation

> The palest ink is better than the best memory.
>
> — a proverb, kept here in a block quote

### Links and signs

A link says where it leads: [a short tour of Markdown](https://commonmark.org/help/). A sign that Markdown would read as its own can be escaped: \\*not emphasis\\*.

---

A rule like the one above separates what belongs apart. Ask for \`lists\`, a \`table\`, \`code\` or \`mathematics\` to see the rest.`),
}
