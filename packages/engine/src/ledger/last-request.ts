import { bindingOf, type CacheState, manifestOf, type PreviousRequest } from '@stet/context'
import { isAside, type MessageId, type ModelChoice, type ModelRequest, type Path, type RequestId } from '@stet/history'
import { belowRef, fromRequestRow, REQUESTS_SHELF, type RequestRecord, type SentBlocks, type Store } from '@stet/store'

/** How long providers usually cache a prompt that is not sent again. */
const USUAL_MINUTES = 5
/** How many answers of a path are searched for a request that its provider did not refuse. */
const MOST_TRIED = 4
/** For how many requests the blocks are remembered: enough for the chats in use. */
const MOST_REMEMBERED = 16
/** How many bindings are remembered, of about a hundred characters each. The others are read again. */
const MOST_BINDINGS = 10_000
/** A request with this many bases is followed by one that lists all its blocks: what is read for one must not grow with the chat. */
export const MOST_BASES = 32

/** Whether the provider's cache still has a request after so long. Clocks jump, also backwards (FH-11). */
export function isCachedAfter({ blocks }: Pick<RequestRecord, 'blocks'>, ms: number): boolean {
  return Math.abs(ms) < (blocks?.cacheMinutes ?? USUAL_MINUTES) * 60_000
}

/** The last request on a path, against which the next one is compared (C14, C17). */
export interface LastRequest {
  readonly previous: PreviousRequest
  readonly cache: CacheState
  readonly id: RequestId
  /** The message that it answered. */
  readonly below: MessageId
}

/**
 * The blocks of sent requests, read from the ledger. A row lists those that its base does not have, so that what is stored grows with what is
 * new; a few of the latest are remembered.
 */
export interface SentRequests {
  /** Null when there was none, or it was sent before blocks were stored. */
  lastOn(path: Path, model: ModelChoice, now: number): Promise<LastRequest | null>
  /** For each answer with reasoning on the path, the content it is bound to (C20); answers whose request is gone are left out. */
  bindings(path: Path): Promise<ReadonlyMap<MessageId, string>>
  /** The blocks that the row of a request stores. */
  toBlocks(id: RequestId, request: ModelRequest, base: RequestId | null): Promise<SentBlocks>
  /** All blocks of a request; null when they were not stored, or cannot be read. */
  blocksOf(record: RequestRecord): Promise<PreviousRequest | null>
  /** The blocks of a request on no base, for a row whose base loses its content; null when they cannot be read. */
  alone(record: RequestRecord): Promise<SentBlocks | null>
}

export function createSentRequests(store: Pick<Store, 'get' | 'list'>): SentRequests {
  const bindings = new Map<RequestId, string | null>()
  const remembered = new Map<RequestId, PreviousRequest>()

  function remember(id: RequestId, blocks: PreviousRequest): PreviousRequest {
    remembered.delete(id)
    remembered.set(id, blocks)
    const oldest = remembered.keys().next()
    if (remembered.size > MOST_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
    return blocks
  }

  async function blocksOf({ id, blocks }: RequestRecord): Promise<PreviousRequest | null> {
    if (blocks === null) return null
    const known = remembered.get(id)
    if (known !== undefined) return remember(id, known)
    const chain: SentBlocks[] = [blocks]
    let before: readonly string[] = []
    let { tools, prompts, efforts } = blocks
    for (let { base } = blocks; base !== null; ) {
      const known = remembered.get(base)
      if (known !== undefined) {
        before = known.blocks.map(toLine)
        tools ??= known.tools ?? null
        prompts ??= known.prompts ?? null
        efforts ??= known.efforts ?? null
        break
      }
      const found = (await readRecord(store, base))?.blocks ?? null
      if (found === null) return null
      chain.push(found)
      tools ??= found.tools
      prompts ??= found.prompts
      efforts ??= found.efforts
      base = found.base
    }
    for (const { same, added } of chain.reverse()) before = [...before.slice(0, same), ...added]
    const life = blocks.cacheMinutes === null ? {} : { cacheMinutes: blocks.cacheMinutes }
    const lines = { blocks: before.map(fromLine), marks: blocks.marks, ...life }
    return remember(id, {
      ...lines,
      ...(tools !== null && { tools }),
      ...(prompts !== null && { prompts }),
      ...(efforts !== null && { efforts }),
    })
  }

  async function find(path: Path): Promise<RequestRecord | null> {
    const end = path.findLast(message => !isAside(message))?.id
    const beside = end === undefined ? null : await readBeside(store, end)
    if (beside !== null) return beside
    const ids = path.flatMap(message =>
      // The request of a copied message names the messages of another chat.
      message.role === 'assistant' && message.requestId !== null && message.copiedFrom === null
        ? [message.requestId]
        : [],
    )
    for (const id of ids.slice(-MOST_TRIED).reverse()) {
      const record = await readRecord(store, id)
      if (record !== null && isComparable(record)) return record
    }
    return null
  }

  async function bindingFor(id: RequestId): Promise<string | null> {
    const known = bindings.get(id)
    if (known !== undefined) return known
    const record = await readRecord(store, id)
    const blocks = record === null || record.blocks?.binding ? null : await blocksOf(record)
    const found = record?.blocks?.binding ?? (blocks === null ? null : bindingOf(blocks))
    if (bindings.size >= MOST_BINDINGS) bindings.clear()
    bindings.set(id, found)
    return found
  }

  return {
    async bindings(path) {
      const found = new Map<MessageId, string>()
      for (const message of path) {
        if (message.role !== 'assistant' || message.native === null || message.requestId === null) continue
        if (!message.parts.some(({ kind }) => kind === 'reasoning')) continue
        const binding = await bindingFor(message.requestId)
        if (binding !== null) found.set(message.id, binding)
      }
      return found
    },
    async lastOn(path, model, now) {
      const record = await find(path)
      const previous = record === null ? null : await blocksOf(record)
      if (record === null || previous === null) return null
      const { id, below, origin, sentAt, remarks } = record
      const sameModel = origin.definition === model.definition && origin.model === model.model
      const isWarm = sameModel && isCachedAfter(record, now - sentAt)
      const responseId = sameModel ? (remarks?.responseId ?? null) : null
      const compared = responseId === null ? previous : { ...previous, responseId }
      return { id, below, previous: compared, cache: { state: isWarm ? 'warm' : 'cold' } }
    },
    async toBlocks(id, request, baseId) {
      const own = manifestOf(request)
      remember(id, own)
      const base = baseId === null ? null : await readRecord(store, baseId)
      const found = base === null || (base.blocks?.depth ?? 0) >= MOST_BASES ? null : await blocksOf(base)
      if (base === null || found === null) return whole(own)
      const differs = own.blocks.findIndex((block, index) => !isSameBlock(block, found.blocks[index]))
      const same = differs === -1 ? own.blocks.length : differs
      const depth = (base.blocks?.depth ?? 0) + 1
      const { marks, tools = null, prompts = null, efforts = null, cacheMinutes = null } = own
      // A row without blocks inherits those of its base, so a request that cannot have any gets no base.
      const lacks =
        (prompts === null && found.prompts !== undefined) || (efforts === null && found.efforts !== undefined)
      if (lacks) return whole(own)
      // Most requests only add to the one before, so what its reasoning is bound to need not be computed again.
      const before = same === found.blocks.length ? (base.blocks?.binding ?? null) : null
      return {
        base: base.id,
        depth,
        same,
        added: own.blocks.slice(same).map(toLine),
        marks,
        binding: before === null ? bindingOf(own) : bindingOf(own, { binding: before, blocks: same }),
        tools: isSame(tools, found.tools) ? null : tools,
        prompts: isSame(prompts, found.prompts) ? null : prompts,
        efforts: isSame(efforts, found.efforts) ? null : efforts,
        cacheMinutes,
      }
    },
    blocksOf,
    async alone(record) {
      const blocks = await blocksOf(record)
      return blocks === null ? null : whole(blocks)
    },
  }
}

function whole(request: PreviousRequest): SentBlocks {
  const { blocks, marks, tools = null, prompts = null, efforts = null, cacheMinutes = null } = request
  const alone = { base: null, depth: 0, same: 0, added: blocks.map(toLine), binding: bindingOf(request) }
  return { ...alone, marks, tools, prompts, efforts, cacheMinutes }
}

function isSame(one: object | null, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other ?? null)
}

type Block = PreviousRequest['blocks'][number]

function isSameBlock(block: Block, other: Block | undefined): boolean {
  return block.name === other?.name && block.fingerprint === other.fingerprint
}

// A name has no space: it is a word of ours or the id of a message.
function toLine({ name, fingerprint }: Block): string {
  return `${name} ${fingerprint}`
}

function fromLine(line: string): Block {
  const [name = '', fingerprint = ''] = line.split(' ')
  return { name, fingerprint }
}

/** The newest request for another answer to the same message. */
async function readBeside(store: Pick<Store, 'list'>, below: MessageId): Promise<RequestRecord | null> {
  const { rows } = await store.list(REQUESTS_SHELF, { by: { ref: belowRef(below) }, limit: MOST_TRIED, reverse: true })
  const records = rows.flatMap(row => {
    const record = fromRequestRow(row)
    return 'unreadable' in record || !isComparable(record) ? [] : [record]
  })
  return records[0] ?? null
}

/** A request that its provider refused was not cached. */
function isComparable({ blocks, state, usage }: RequestRecord): boolean {
  return blocks !== null && (state !== 'failed' || usage !== null)
}

async function readRecord(store: Pick<Store, 'get'>, id: RequestId): Promise<RequestRecord | null> {
  const row = await store.get(REQUESTS_SHELF, id)
  const record = row === null ? null : fromRequestRow(row)
  return record === null || 'unreadable' in record ? null : record
}
