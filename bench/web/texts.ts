/** In each message of a chat that is opened, in ours and in the page that it is compared with. */
export const WORDS = 30

/** What the upstream answers: a user's message ends with the name. */
export const ANSWERS = {
  /** One token every ten milliseconds. */
  tokens: { pieces: tokens(1_000), everyMs: 10 },
  /** 32 kB of Markdown over ten seconds. */
  markdown: { pieces: cut(markdownText(32_000), 64), everyMs: 20 },
} as const

export type AnswerName = keyof typeof ANSWERS

function tokens(count: number): readonly string[] {
  const words = ['The ', 'tide ', 'comes ', 'in ', 'twice ', 'a ', 'day, ', 'and ', 'the ', 'wall ', 'holds. ']
  return Array.from({ length: count }, (_, at) => `${words[at % words.length]}${at % 90 === 89 ? '\n\n' : ''}`)
}

function markdownText(characters: number): string {
  let text = ''
  for (let section = 1; text.length < characters; section += 1) text += sectionOf(section)
  return text.slice(0, characters)
}

/** What answers of models consist of: prose with emphasis and links, lists, a table, code. */
function sectionOf(section: number): string {
  const prose = `The *tide* of section ${section} comes in **twice a day**, and the [wall](https://example.com/${section}) must hold the higher of the two. `
  return [
    `## Section ${section}`,
    prose.repeat(4),
    `- first \`${section}\`\n- second\n  - nested\n- third with **weight**`,
    `| hour | height | note |\n|---|---|---|\n${Array.from({ length: 6 }, (_, hour) => `| ${hour} | ${hour * section} cm | quiet |\n`).join('')}`,
    `\`\`\`ts\n${Array.from({ length: 8 }, (_, line) => `const height${line} = measure(${line}, 'harbour ${section}')\n`).join('')}\`\`\``,
    prose.repeat(2),
    '',
  ].join('\n\n')
}

function cut(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}
