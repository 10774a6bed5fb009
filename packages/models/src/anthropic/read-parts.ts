import type { RawContentBlockDelta } from '@anthropic-ai/sdk/resources/messages'
import type { Json, NativeContent } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import { mergeDelta } from '../mapping/merge-delta.ts'
import { toInputObject } from '../mapping/words.ts'
import { ModelError } from '../model-error.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, jsonField, kindField, textField } from '../transport/json-field.ts'
import { isProviderCall, isProviderResult } from './body.ts'

export interface OpenBlocks {
  open(index: number, content: Json): void
  /** False for a delta without an open block, or for another kind of block. */
  grow(index: number, delta: Json): boolean
  close(index: number): void
  closeAll(): void
  native(): NativeContent | null
}

/** A block while it streams: the object that will be replayed, grown in place so that its fields keep their order. */
interface OpenBlock {
  readonly block: { [field: string]: Json }
  /** Null for a block without a part. */
  part: number | null
  /** The arguments of a call as they were written. */
  input: string
  closed: boolean
}

/** The blocks of one answer: kept as they come, and published as parts. */
export function createOpenBlocks(builder: AnswerBuilder, prefill: string): OpenBlocks {
  const blocks = new Map<number, OpenBlock>()
  const sources = createSourceReader(builder)
  /** The part that the next text continues: one text is cut into blocks at every citation. */
  let text: number | null = null
  let begun = false

  function say(words: string): void {
    if (words === '') return
    text ??= builder.start({ kind: 'text' })
    builder.delta(text, words)
  }

  // Not before the first block: an attempt that has published anything is never repeated.
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
      throw new ModelError('protocol', { message: `block ${index} began twice: the stream mixes two answers` })
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
        break
      case 'thinking':
        block.thinking = `${textField(block, 'thinking') ?? ''}${words.text}`
        if (part !== null) builder.delta(part, words.text)
        break
      case 'signature':
        block.signature = words.text
        sign(opened, words.text)
        break
      case 'partial_json':
        opened.input += words.text
        if (part !== null) builder.delta(part, words.text)
        break
      case undefined:
        return mergeOther(block, delta)
    }
    return true
  }

  /** A delta of an unknown kind is merged by its fields: left out, it would leave the block incomplete for replay. One for another kind of block is not. */
  function mergeOther(block: OpenBlock['block'], delta: Json): boolean {
    if (!isJsonObject(delta)) return false
    const { type, citation, ...fields } = delta
    if (type === 'citations_delta' && block.type === 'text' && citation !== undefined) {
      block.citations = [...(isJsonList(block.citations) ? block.citations : []), citation]
      return true
    }
    if (KNOWN_DELTAS.has(type) && isKnown(block)) return false
    mergeDelta(block, fields)
    return true
  }

  function close(index: number): void {
    const opened = blocks.get(index)
    if (opened === undefined || opened.closed) return
    opened.closed = true
    const { block, part, input } = opened
    if (input !== '') block.input = toInputObject(input)
    // Without a delta, the arguments came with the block.
    else if (part !== null && isJsonObject(block.input) && Object.keys(block.input).length > 0) {
      builder.delta(part, JSON.stringify(block.input))
    }
    if (isProviderResult(block)) sources.found(block)
    else if (isJsonList(block.citations)) {
      sources.cited(block.citations, text === null ? null : builder.said().length)
    }
  }

  function native(): NativeContent | null {
    const [first, ...rest] = [...blocks.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, { block }]): Block => block)
    const given = prefill === '' ? [] : [{ type: 'text', text: prefill }]
    if (first === undefined) return given.length === 0 ? null : { protocol: 'anthropic', content: given }
    const begun = prefill !== '' && first.type === 'text'
    const content = begun
      ? [{ ...first, text: `${prefill}${textField(first, 'text') ?? ''}` }, ...rest]
      : [...given, first, ...rest]
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

const KNOWN_DELTAS: ReadonlySet<Json | undefined> = new Set<RawContentBlockDelta['type']>([
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'citations_delta',
])

const KNOWN_BLOCKS: ReadonlySet<Json | undefined> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])

function isKnown(block: Block): boolean {
  return KNOWN_BLOCKS.has(block.type) || isProviderCall(block)
}

type Words = { readonly field: 'text' | 'thinking' | 'signature' | 'partial_json'; readonly text: string }

/** What a delta of a known kind adds to its block; null for any other delta. */
function wordsOf(block: Block, delta: Json): Words | null {
  const words = (field: Words['field']): Words => ({ field, text: textField(delta, field) ?? '' })
  switch (kindField<RawContentBlockDelta['type']>(delta, 'type')) {
    case 'text_delta':
      return block.type === 'text' ? words('text') : null
    case 'thinking_delta':
      return block.type === 'thinking' ? words('thinking') : null
    case 'signature_delta':
      return block.type === 'thinking' ? words('signature') : null
    case 'input_json_delta':
      return block.type === 'text' || block.type === 'thinking' ? null : words('partial_json')
    default:
      return null
  }
}

function isUnwritten({ block, input }: OpenBlock): boolean {
  return input === '' && !textField(block, 'text') && !textField(block, 'thinking')
}

interface SourceReader {
  /** The provider began to run a tool of its own. */
  called(id: string | null, part: number): void
  /** Such a tool returned something. */
  found(result: Block): void
  /** A text that ends here cites something. */
  cited(citations: readonly Json[], at: number | null): void
  /** Calls that got no result by the end have failed, except where the provider will continue. */
  settle(): void
}

/** Reads the sources of an answer: what was found, and what was cited of it, each once for each place. */
function createSourceReader(builder: AnswerBuilder): SourceReader {
  const waiting = new Map<string, number>()
  const known = new Set<string>()
  /** The pages that were fetched, by their titles: a citation of one names no address. */
  const pages = new Map<string, string>()

  function add(url: string | null, title: string | null, citedText: string | null, at: number | null): void {
    const key = JSON.stringify([url, citedText, at])
    if (url === null || known.has(key)) return
    known.add(key)
    builder.add({ kind: 'source', url, title, citedText, ...(at !== null && { at }) })
  }

  return {
    called(id, part) {
      if (id !== null) waiting.set(id, part)
    },
    found({ tool_use_id: id, content = null }) {
      const part = typeof id === 'string' ? waiting.get(id) : undefined
      if (typeof id === 'string') waiting.delete(id)
      if (part !== undefined && isFailure(content)) builder.fail(part, textField(content, 'error_code'))
      for (const one of isJsonList(content) ? content : [content]) {
        const [url, document] = [textField(one, 'url'), jsonField(one, 'content')]
        add(url, textField(one, 'title') ?? textField(document, 'title'), null, null)
        if (url !== null && textField(document, 'type') === 'document')
          pages.set(textField(document, 'title') ?? '', url)
      }
    },
    cited(citations, at) {
      for (const one of citations) {
        const page = textField(one, 'document_title')
        const fetched = jsonField(one, 'document_index') === null ? undefined : pages.get(page ?? '')
        const url = textField(one, 'url') ?? webAddress(textField(one, 'source')) ?? fetched ?? null
        add(url, textField(one, 'title') ?? page, textField(one, 'cited_text'), at)
      }
    },
    settle() {
      for (const part of waiting.values()) builder.fail(part)
    },
  }
}

function isFailure(content: Json): boolean {
  return textField(content, 'type')?.endsWith('_error') ?? false
}

/** The source of a search result that a tool of ours returned may be any name. */
function webAddress(source: string | null): string | null {
  return source !== null && /^https?:\/\//.test(source) ? source : null
}
