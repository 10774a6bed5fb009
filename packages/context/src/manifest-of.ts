import type { ModelRequest, RequestMessage } from '@stet/history'
import type { PreviousRequest, RequestBlock } from './assemble-input.ts'
import { fingerprint } from './fingerprint.ts'

/** What is kept of a request so that the next one can be compared with it. */
export function manifestOf(request: ModelRequest): PreviousRequest {
  const marks = request.messages.flatMap(({ cacheMark, messageId }) =>
    cacheMark && messageId !== null ? [messageId] : [],
  )
  return { blocks: [...blocksOf(request)], marks }
}

/** The blocks of a request in the order in which a provider reads them. One by one: hashing stops where a reader does. */
export function* blocksOf({ tools, system, messages }: ModelRequest): Generator<RequestBlock> {
  if (tools.length > 0) yield { name: 'tools', fingerprint: fingerprint(JSON.stringify(tools)) }
  for (const [index, { text }] of system.entries()) {
    yield { name: `system-${index}`, fingerprint: fingerprint(text) }
  }
  for (const message of messages) {
    yield { name: message.messageId ?? 'opening', fingerprint: fingerprintOf(message) }
  }
}

function fingerprintOf(message: RequestMessage): string {
  const { cacheMark: _cacheMark, ...content } = message
  return fingerprint(JSON.stringify(content))
}
