import type { MessageId, ModelRequest, RequestMessage } from '@stet/history'
import type { PreviousRequest, RequestBlock } from './assemble-input.ts'
import { fingerprint } from './fingerprint.ts'

/** What is kept of a request so that the next one can be compared with it. */
export function manifestOf(request: ModelRequest): PreviousRequest {
  const blocks: RequestBlock[] = [...leadingBlocks(request)]
  const marks: MessageId[] = []
  for (const message of request.messages) {
    blocks.push({ name: blockName(message), fingerprint: fingerprintOf(message) })
    if (message.cacheMark && message.messageId !== null) marks.push(message.messageId)
  }
  return { blocks, marks }
}

/** The blocks before the messages, in the order in which a provider reads them. */
export function leadingBlocks({ tools, system }: ModelRequest): readonly RequestBlock[] {
  const blocks = system.map(({ text }, index) => ({ name: `system-${index}`, fingerprint: fingerprint(text) }))
  return tools.length === 0 ? blocks : [{ name: 'tools', fingerprint: fingerprint(JSON.stringify(tools)) }, ...blocks]
}

export function blockName({ messageId }: RequestMessage): string {
  return messageId ?? 'opening'
}

// A long chat is compared at every step of a run, and a text of megabytes need be read for that only once.
const remembered = new WeakMap<object, string>()

export function fingerprintOf(message: RequestMessage): string {
  const content = message.form === 'native' ? message.native : message.parts
  const before = remembered.get(content)
  if (before !== undefined) return before
  const made = fingerprint(JSON.stringify([message.form, message.role, content]))
  remembered.set(content, made)
  return made
}
