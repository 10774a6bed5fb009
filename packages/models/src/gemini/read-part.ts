import type { Json } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'

export interface PartReader {
  read(part: Json): void
  /** Whether the model's own searches were told as parts. */
  hasSearched(): boolean
}

/** Our parts of an answer, a projection of Gemini's: what it does not know is in the native content alone. */
export function createPartReader(builder: AnswerBuilder): PartReader {
  let open: { readonly kind: 'text' | 'reasoning'; readonly part: number } | null = null
  let hasSearched = false
  let pictures = 0

  function readText(kind: 'text' | 'reasoning', text: string, signature: string | null): void {
    // A signature alone comes with an empty text: it is no part of its own.
    if (text !== '' && open?.kind !== kind) open = { kind, part: builder.start({ kind }) }
    if (open?.kind !== kind) return
    builder.delta(open.part, text)
    if (kind === 'reasoning' && signature !== null) builder.sign(open.part, signature)
  }

  function readCall(call: Json): void {
    open = null
    const tool = textField(call, 'name') ?? ''
    const isGiven = isJsonObject(call) && call.args !== undefined
    const input = isGiven ? JSON.stringify(jsonField(call, 'args')) : ''
    builder.whole({ kind: 'tool-call', tool, providerCallId: textField(call, 'id') }, input)
  }

  function readOwnCall(call: Json): void {
    open = null
    const tool = textField(call, 'toolType')?.toLowerCase() ?? 'tool'
    if (tool.includes('search')) hasSearched = true
    builder.whole({ kind: 'provider-call', tool }, JSON.stringify(jsonField(call, 'args') ?? {}))
  }

  function readPicture(data: Json): void {
    const mediaType = textField(data, 'mimeType')
    const base64 = textField(data, 'data')
    const bytes = base64 === null || base64 === '' ? null : fromBase64(base64)
    if (mediaType === null || bytes === null) return
    open = null
    pictures += 1
    const extension = mediaType.split('/')[1]?.replace(/[^a-z0-9].*$/i, '') ?? 'bin'
    builder.add({ kind: 'made-file', name: `made-${pictures}.${extension}`, mediaType, bytes })
  }

  return {
    read(part) {
      if (!isJsonObject(part)) return
      const isThought = part.thought === true
      if (typeof part.text === 'string') {
        readText(isThought ? 'reasoning' : 'text', part.text, textField(part, 'thoughtSignature'))
      } else if (part.functionCall !== undefined) readCall(part.functionCall)
      else if (part.toolCall !== undefined) readOwnCall(part.toolCall)
      // A picture within the thoughts is a draft, which no one asked to keep.
      else if (part.inlineData !== undefined && !isThought) readPicture(part.inlineData)
    },
    hasSearched: () => hasSearched,
  }
}
