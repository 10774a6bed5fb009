import type { Json, NativeContent } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { demoFacts } from './definition.ts'
import type { DemoPart } from './scene.ts'

/** The demo's own content is the list of its parts. */
export function toNative(parts: readonly DemoPart[]): NativeContent {
  return { protocol: demoFacts.protocol, content: parts.map(part => ({ ...part })) }
}

/** Reads back what `toNative` wrote; as with any provider, content that is not its own is refused. */
export function partsOfNative(native: NativeContent): readonly DemoPart[] {
  if (native.protocol !== demoFacts.protocol) {
    throw refusal(`content of the protocol ${native.protocol} was sent to the demo model`)
  }
  if (!Array.isArray(native.content)) throw refusal('the demo content is not a list of parts')
  return native.content.map(readPart)
}

function readPart(part: Json, index: number): DemoPart {
  if (part !== null && typeof part === 'object' && 'kind' in part) {
    if (part.kind === 'text' && typeof part.text === 'string') return { kind: 'text', text: part.text }
    if (part.kind === 'reasoning' && typeof part.text === 'string') {
      return { kind: 'reasoning', text: part.text, signature: stringOrNull(part.signature) }
    }
    if (part.kind === 'tool-call' && typeof part.tool === 'string' && typeof part.input === 'string') {
      const { tool, input, providerCallId } = part
      return { kind: 'tool-call', tool, input, providerCallId: stringOrNull(providerCallId) }
    }
  }
  throw refusal(`part ${index} of the demo content is not one that the demo writes`)
}

function stringOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function refusal(message: string): ModelError {
  return new ModelError('replay-refused', { message, status: 400 })
}
