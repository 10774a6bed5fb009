import type { DraftPart, Message, Part } from '@stet/api/client'
import { askedWords, failureWords } from './provider-call-words.ts'

/** What a message says, as Markdown for the clipboard (H9): its text, with calls and results as code, without the thinking. */
export function messageMarkdown(message: Message): string {
  return 'parts' in message ? joined(message.parts.map(partMarkdown)) : ''
}

export function draftMarkdown(parts: readonly DraftPart[]): string {
  return joined(parts.map(part => (part.kind === 'text' ? part.text : '')))
}

function partMarkdown(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'reasoning':
      return ''
    case 'tool-call':
      return `Call of \`${part.tool}\`:\n\n${fenced(part.input, 'json')}`
    case 'tool-result':
      return `Result of \`${part.tool}\` (${part.outcome}):\n\n${fenced(joined(part.content.map(partMarkdown)), '')}`
    case 'file':
      return `Attachment: ${part.name}`
    case 'provider-call':
      return `*${part.tool}${failureWords(part)}: ${askedWords(part.input)}*`
    case 'source':
      return `[${part.title ?? part.url}](<${part.url}>)`
    case 'error':
      return `> ${part.message}`
  }
}

/** A fence longer than any inside it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(run => run[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function joined(texts: readonly string[]): string {
  return texts.filter(text => text.trim() !== '').join('\n\n')
}
