import type { ModelRequest, RequestMessage } from '@stet/history'
import type { PreviousRequest, RequestBlock } from './assemble-input.ts'
import { fingerprint } from './fingerprint.ts'

/** What is kept of a request so that the next one can be compared with it. */
export function manifestOf(request: ModelRequest): PreviousRequest {
  const blocks: RequestBlock[] = []
  forEachBlock(request, (name, print) => {
    blocks.push({ name, fingerprint: print() })
    return true
  })
  const marks = request.messages.flatMap(({ cacheMark, messageId }) =>
    cacheMark && messageId !== null ? [messageId] : [],
  )
  return { blocks, marks }
}

/** The blocks of a request in the order in which a provider reads them, until `visit` says false. */
export function forEachBlock(
  { tools, system, messages }: ModelRequest,
  visit: (name: string, print: () => string) => boolean,
): void {
  if (tools.length > 0 && !visit('tools', () => fingerprint(JSON.stringify(tools)))) return
  for (const [index, { text }] of system.entries()) {
    if (!visit(`system-${index}`, () => fingerprint(text))) return
  }
  for (const message of messages) {
    if (!visit(message.messageId ?? 'opening', () => fingerprintOf(message))) return
  }
}

// A long chat is compared at every step of a run, and a text of megabytes need be read for that only once.
const remembered = new WeakMap<object, string>()

function fingerprintOf(message: RequestMessage): string {
  const content = message.form === 'native' ? message.native : message.parts
  const before = remembered.get(content)
  if (before !== undefined) return before
  const made = fingerprint(JSON.stringify([message.form, message.role, content]))
  remembered.set(content, made)
  return made
}
