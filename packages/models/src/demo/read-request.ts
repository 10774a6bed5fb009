import type { ModelRequest, RequestMessage, UserPart } from '@stet/history'
import { partsOfNative } from './native.ts'
import type { Asked } from './scene.ts'

export interface Spoken {
  readonly role: RequestMessage['role']
  readonly text: string
}

/** What the demo understands of a request. */
export function readRequest(request: ModelRequest): Asked {
  const lastUser = request.messages.findLastIndex(message => message.role === 'user')
  const spoken = readMessages(request)
  const userTexts = spoken.filter(message => message.role === 'user').map(message => message.text)
  return {
    text: userTexts.at(-1) ?? '',
    earlier: userTexts.slice(0, -1),
    answers: spoken.filter(message => message.role === 'assistant').length,
    tools: request.tools.map(({ name }) => name),
    results: request.messages
      .slice(lastUser + 1)
      .flatMap(message => (message.role === 'tool-results' ? message.parts : [])),
  }
}

/** The messages of a request as text, in order. */
export function readMessages(request: ModelRequest): readonly Spoken[] {
  return request.messages.map(message => ({ role: message.role, text: textOf(message) }))
}

function textOf(message: RequestMessage): string {
  if (message.form === 'native') return textsIn(partsOfNative(message.native))
  switch (message.role) {
    case 'user':
    case 'assistant':
      return textsIn(message.parts)
    case 'tool-results':
      return message.parts.map(part => textsIn(part.content)).join('\n')
  }
}

function textsIn(parts: readonly (UserPart | { readonly kind: string })[]): string {
  return parts.flatMap(part => ('text' in part && part.kind === 'text' ? [part.text] : [])).join('\n')
}
