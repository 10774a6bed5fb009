import { quote } from '../quote.ts'
import { type Scene, say } from '../scene.ts'

/** Played when results came after the last user message: asking for the same call again would never end. */
export const results: Scene = {
  name: 'results',
  invitation: null,
  matches: /(?!)/u,
  play: asked => {
    const lines = asked.results.map(({ tool, outcome, content }) => {
      const text = content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join(' ')
      return `\`${tool}\` came back as **${outcome}**:\n\n${quote(text)}`
    })
    return say(lines.join('\n\n'))
  },
}
