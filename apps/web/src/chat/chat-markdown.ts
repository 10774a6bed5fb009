import type { Message } from '@stet/api/client'
import { messageMarkdown } from './messages/message-markdown.ts'

/** A chat as a Markdown document (H9): its title, and what was said on the shown branch. */
export function chatMarkdown(title: string, path: readonly Message[]): string {
  const said = path.flatMap(message => {
    const text = messageMarkdown(message)
    return text === '' ? [] : [`## ${headingOf(message)}\n\n${text}`]
  })
  return `${[`# ${title}`, ...said].join('\n\n')}\n`
}

function headingOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return 'You'
    case 'assistant':
      return message.origin.model
    case 'tool-results':
      return 'Tool results'
    case 'summary':
      return 'Conversation Summary (Checkpoint)'
    default:
      return message.role
  }
}
