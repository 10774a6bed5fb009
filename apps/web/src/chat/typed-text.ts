import type { UserMessage } from '@stet/api/client'

/** What the person typed, to be typed over. */
export function typedText({ parts }: UserMessage): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
