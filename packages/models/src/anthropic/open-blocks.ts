import type { Json, NativeContent } from '@stet/history'
import { toInputObject } from '../mapping/to-input-object.ts'
import { ModelError } from '../model-error.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, textField } from '../transport/json-field.ts'
import { type Block, isProviderCall, isProviderResult } from './block.ts'
import { createSourceReader } from './source-reader.ts'

export interface OpenBlocks {
  open(index: number, content: Json): void
  /** False for a delta of a kind that nobody knows, or of no block: it is not guessed at. */
  grow(index: number, delta: Json): boolean
  close(index: number): void
  closeAll(): void
  native(): NativeContent | null
}

/** A block while it is written: the object that will be replayed, grown in place so that its fields keep their order. */
interface OpenBlock {
  readonly block: { [field: string]: Json }
  /** Null for a block that no part stands for. */
  part: number | null
  /** The arguments of a call as they were written. */
  input: string
  closed: boolean
}

/** The blocks of one answer: kept as they come, and told on as parts. */
export function createOpenBlocks(builder: AnswerBuilder, prefill: string): OpenBlocks {
  const blocks = new Map<number, OpenBlock>()
  const sources = createSourceReader(builder)
  /** The part of the text that goes on: one text is cut into blocks at every citation. */
  let text: number | null = null
  let begun = false

  function say(words: string): void {
    if (words === '') return
    text ??= builder.start({ kind: 'text' })
    builder.delta(text, words)
  }

  // Not before the first block: what was told is never tried again, and until then nothing of the answer was.
  function begin(): void {
    if (begun) return
    begun = true
    if (prefill !== '') text = builder.whole({ kind: 'text' }, prefill)
  }

  function open(index: number, content: Json): void {
    begin()
    if (!isJsonObject(content)) return
    const before = blocks.get(index)
    if (before !== undefined) {
      if (!before.closed && isUnwritten(before)) return
      throw new ModelError('protocol', { message: `block ${index} began twice: two answers are mixed in one stream` })
    }
    const opened: OpenBlock = { block: { ...content }, part: null, input: '', closed: false }
    blocks.set(index, opened)
    if (content.type !== 'text') text = null
    startPart(opened, content)
  }

  function startPart(opened: OpenBlock, content: Block): void {
    if (content.type === 'text') say(textField(content, 'text') ?? '')
    else if (content.type === 'thinking') {
      opened.part = builder.whole({ kind: 'reasoning' }, textField(content, 'thinking') ?? '')
      sign(opened, textField(content, 'signature'))
    } else if (content.type === 'redacted_thinking') {
      opened.part = builder.start({ kind: 'reasoning' })
      sign(opened, textField(content, 'data'))
    } else if (content.type === 'tool_use') {
      const providerCallId = textField(content, 'id')
      opened.part = builder.start({ kind: 'tool-call', tool: textField(content, 'name') ?? '', providerCallId })
    } else if (isProviderCall(content)) {
      opened.part = builder.start({ kind: 'provider-call', tool: textField(content, 'name') ?? '' })
      sources.called(textField(content, 'id'), opened.part)
    }
  }

  function sign({ part }: OpenBlock, signature: string | null): void {
    if (part !== null && signature !== null && signature !== '') builder.sign(part, signature)
  }

  function grow(index: number, delta: Json): boolean {
    const opened = blocks.get(index)
    if (opened === undefined || opened.closed) return false
    const { block, part } = opened
    const words = wordsOf(block, delta)
    switch (words?.field) {
      case 'text':
        block.text = `${textField(block, 'text') ?? ''}${words.text}`
        say(words.text)
        return true
      case 'thinking':
        block.thinking = `${textField(block, 'thinking') ?? ''}${words.text}`
        if (part !== null) builder.delta(part, words.text)
        return true
      case 'signature':
        block.signature = words.text
        sign(opened, words.text)
        return true
      case 'partial_json':
        opened.input += words.text
        if (part !== null) builder.delta(part, words.text)
        return true
      case undefined:
        return cite(block, delta)
    }
  }

  function cite(block: OpenBlock['block'], delta: Json): boolean {
    if (block.type !== 'text' || !isJsonObject(delta) || delta.type !== 'citations_delta') return false
    if (delta.citation === undefined) return false
    block.citations = [...(isJsonList(block.citations) ? block.citations : []), delta.citation]
    return true
  }

  function close(index: number): void {
    const opened = blocks.get(index)
    if (opened === undefined || opened.closed) return
    opened.closed = true
    const { block, part, input } = opened
    if (input !== '') block.input = toInputObject(input)
    // Without a word of it on the way, the arguments came whole with the block.
    else if (part !== null && isJsonObject(block.input) && Object.keys(block.input).length > 0) {
      builder.delta(part, JSON.stringify(block.input))
    }
    if (isProviderResult(block)) sources.found(block)
    else if (isJsonList(block.citations)) sources.cited(block.citations)
  }

  function native(): NativeContent | null {
    const [first, ...rest] = [...blocks.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, { block }]): Block => block)
    const given = prefill === '' ? [] : [{ type: 'text', text: prefill }]
    if (first === undefined) return given.length === 0 ? null : { protocol: 'anthropic', content: given }
    const begun = prefill !== '' && first.type === 'text'
    const content = begun ? [{ ...first, text: `${prefill}${first.text}` }, ...rest] : [...given, first, ...rest]
    return { protocol: 'anthropic', content }
  }

  return {
    open,
    grow,
    close,
    closeAll() {
      begin()
      for (const index of blocks.keys()) close(index)
      sources.settle()
    },
    native,
  }
}

type Words = { readonly field: 'text' | 'thinking' | 'signature' | 'partial_json'; readonly text: string }

/** What a delta adds to a block of the type that it is for; null for any other delta. */
function wordsOf(block: Block, delta: Json): Words | null {
  const told = (field: Words['field']): Words => ({ field, text: textField(delta, field) ?? '' })
  switch (textField(delta, 'type')) {
    case 'text_delta':
      return block.type === 'text' ? told('text') : null
    case 'thinking_delta':
      return block.type === 'thinking' ? told('thinking') : null
    case 'signature_delta':
      return block.type === 'thinking' ? told('signature') : null
    case 'input_json_delta':
      return block.type === 'tool_use' || isProviderCall(block) ? told('partial_json') : null
    default:
      return null
  }
}

function isUnwritten({ block, input }: OpenBlock): boolean {
  return input === '' && !textField(block, 'text') && !textField(block, 'thinking')
}
