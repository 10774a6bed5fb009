import type { Json } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { type BlockReader, createBlockReader } from './block-reader.ts'
import type { Block } from './body.ts'

/** The blocks of an answer as they grow, by Bedrock's numbers of them. */
export interface OpenBlocks {
  open(index: number, start: Json): void
  grow(index: number, delta: Json): void
  /** The native content: every block whole, in order. */
  close(): readonly Block[]
  /** How often the provider searched. */
  searches(): number
}

export function createOpenBlocks(builder: AnswerBuilder, prefill: string): OpenBlocks {
  const readers = new Map<number, BlockReader>()
  let begun: number | null = prefill === '' ? null : builder.whole({ kind: 'text' }, prefill)

  let pictures = 0
  const nextPicture = () => {
    pictures += 1
    return pictures
  }

  function open(index: number, kind: string, start: Json): BlockReader {
    const known = readers.get(index)
    // A block starts once, however often it is told.
    if (known !== undefined) return known
    // The first text goes on where the beginning of the answer ended, which is not told again.
    const continued = kind === 'text' ? begun : null
    begun = null
    const reader = createBlockReader(builder, { kind, start, continued, nextPicture })
    readers.set(index, reader)
    return reader
  }

  return {
    open(index, start) {
      const [entry] = isJsonObject(start) ? Object.entries(start) : []
      if (entry !== undefined) open(index, entry[0], entry[1])
    },
    grow(index, delta) {
      const [entry] = isJsonObject(delta) ? Object.entries(delta) : []
      if (entry !== undefined) open(index, kindOf(entry[0]), null).grow(entry[0], entry[1])
    },
    close() {
      const inOrder = [...readers].sort(([one], [other]) => one - other).map(([, reader]) => reader)
      const blocks = inOrder.flatMap(reader => reader.close())
      if (prefill === '') return blocks
      const at = blocks.findIndex(block => typeof block.text === 'string')
      if (at === -1) return [{ text: prefill }, ...blocks]
      return blocks.with(at, { text: `${prefill}${blocks[at]?.text}` })
    },
    searches: () => [...readers.values()].filter(reader => reader.isSearch).length,
  }
}

/** A citation belongs to the block of text that it stands in. */
function kindOf(delta: string): string {
  return delta === 'citation' ? 'text' : delta
}
