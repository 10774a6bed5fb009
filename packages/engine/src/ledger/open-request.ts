import type { Report } from '@stet/context'
import {
  type Chat,
  type ChatId,
  type Message,
  type MessageId,
  type ModelFacts,
  type ModelRequest,
  makeId,
  noUsage,
  type Path,
  type RequestId,
  type RunId,
} from '@stet/history'
import type { SentRequest } from '@stet/models'
import {
  type Check,
  MESSAGES_SHELF,
  type Put,
  type RequestRecord,
  readChildren,
  type SentBlocks,
  type Store,
  toRequestPut,
  type Written,
} from '@stet/store'
import type { EventHub } from '../events/event-hub.ts'
import { placeOf } from '../record/order-of.ts'
import { RunLost, type WriteDeps, writeInChat } from '../record/write-for-run.ts'
import type { Log } from '../runtime/log.ts'
import { storeContent } from './content/store-content.ts'
import type { Ledger } from './ledger.ts'
import { type RequestEnd, type RequestRow, toEnded } from './request-end.ts'
import { putEnded } from './roll-ups.ts'

/** What sending and recording a request needs. */
export interface RequestDeps extends WriteDeps {
  readonly store: Store
  readonly ledger: Pick<Ledger, 'texts' | 'sent' | 'underWay'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly boot: string
  readonly log: Log
}

interface RequestToOpen {
  readonly chat: Pick<Chat, 'id' | 'workspaceId' | 'calledBy'>
  readonly runId: RunId | null
  /** The message that it will make. */
  readonly messageId: MessageId
  /** The message that it answers or follows. */
  readonly below: MessageId
  readonly purpose: RequestRecord['purpose']
  readonly facts: ModelFacts
  /** Null for a request that was not assembled from the path. */
  readonly report: Report | null
  /** Estimated input tokens, used if the provider reports none. */
  readonly estimate: number
  /** The uncorrected estimate, to correct later ones; null when it cannot be known. */
  readonly estimatedInput?: number | null
  /** An earlier request with much of the same content; null when there is none. */
  readonly base: RequestId | null
  /** Set when the next request on the path is compared with this one. */
  readonly compared?: ModelRequest
  /** Checks the run's row: a run that another process took over sends nothing. */
  readonly check?: () => Check
}

/** A request and its row in the ledger, which is saved before the request is sent and completed with the message it makes (U1). */
export interface RecordedRequest {
  readonly id: RequestId
  /**
   * Its row, for the write of the message that it answers, so that both share one sync of the disk. Called with the chat's lock held. When
   * `saved` was called, sending the same bytes writes nothing.
   */
  join(sent: SentRequest): Promise<{ readonly put: Put; readonly saved: (written: Written) => void }>
  /** For `ModelCall.onSent`: resolves when the row is saved. A further attempt with the same bytes writes nothing. */
  onSent(sent: SentRequest): Promise<void>
  /** Prevents further sending. Call it before completing the row, and not inside a write: it waits for a write of its own. */
  close(): Promise<void>
  /** The id, once its row is saved; null while nothing was sent. */
  readonly sentId: () => RequestId | null
  /** Completes the row and adds it to its roll-up, as part of the write of its message; empty when nothing was sent. */
  toEnd(end: RequestEnd): Promise<readonly Put[]>
  /**
   * Completes a row that makes no message. Its content stays until the message it follows is deleted. If the store refuses, it is completed at
   * the next start.
   */
  endAlone(end: RequestEnd): Promise<void>
  /** Publishes that the row is complete, after the write. */
  publishEnded(): void
}

export function openRequest(deps: RequestDeps, request: RequestToOpen): RecordedRequest {
  const { store, clock, hub, log, ledger } = deps
  const { chat, messageId, check } = request
  const id: RequestId = makeId('req', deps.randomBytes(20))
  let kept: RequestRow | null = null
  let sending: SentRequest | null = null
  let writing: Promise<unknown> = Promise.resolve()
  let closed = false

  /** The row of the request with its new content. Call it with the chat's lock held: the base must not lose its content meanwhile. */
  async function toRow(sent: SentRequest, at: number) {
    const content = { ...contentOf(sent), report: request.report }
    const toStore = { id, base: request.base, at }
    const { manifest, blobs } = await storeContent({ store, texts: ledger.texts, log }, content, toStore)
    const blocks = await blocksOf()
    const record = { ...toRecord(deps, id, request), sentAt: at, prices: sent.prices, manifest, blocks }
    const place = kept === null ? newRow : { expect: kept.version, order: kept.order }
    return { record, put: { ...toRequestPut(record, place), blobs } }
  }

  function saved(record: RequestRecord, written: Written): void {
    kept = { record, ...placeOf(written, id) }
    ledger.underWay.set(id, next => {
      kept = next
    })
  }

  async function write(sent: SentRequest): Promise<void> {
    const at = clock()
    const wrote = await writeInChat(deps, chat.id, async () => {
      const { record, put } = await toRow(sent, at)
      saved(record, await store.write([put, await checkBelow(), ...(check === undefined ? [] : [check()])]))
    })
    if (wrote.kind === 'taken-over') throw new RunLost('taken-over', null)
    if (wrote.kind === 'refused') throw new NotRecorded(wrote.error)
  }

  async function blocksOf(): Promise<SentBlocks | null> {
    const { compared, base } = request
    return compared === undefined ? null : ledger.sent.toBlocks(id, compared, base)
  }

  /** Content is deleted with the message it follows. If that is deleted already, the content would remain forever. */
  async function checkBelow(): Promise<Check> {
    const { below } = request
    const row = await store.get(MESSAGES_SHELF, below)
    if (row === null) throw new Error(`the message ${below}, which the request follows, was deleted`)
    return { kind: 'check', shelf: MESSAGES_SHELF, id: below, expect: row.version }
  }

  async function close(): Promise<void> {
    closed = true
    // If it was stopped while its row was being written, that row must be completed too.
    await Promise.allSettled([writing])
  }

  function publishEnded(): void {
    if (kept === null) return
    ledger.underWay.delete(id)
    hub.publish({ kind: 'request-ended', chatId: chat.id, requestId: id, messageId })
  }

  return {
    id,
    async join(sent) {
      const { record, put } = await toRow(sent, clock())
      return {
        put,
        saved(written) {
          sending = sent
          saved(record, written)
        },
      }
    },
    async onSent(sent) {
      if (closed) throw new Error(`request ${id} was given up before it was sent`)
      if (sending?.body === sent.body && sending.url === sent.url) return
      sending = sent
      writing = write(sent)
      await writing
    },
    close,
    sentId: () => (kept === null ? null : id),
    async toEnd(end) {
      if (kept === null) return []
      return putEnded(store, [{ ...kept, record: toEnded(kept.record, end, clock()) }])
    },
    async endAlone(end) {
      await close()
      if (kept === null) return
      const wrote = await writeInChat(deps, chat.id, async () => {
        if (kept === null) return
        await store.write(await putEnded(store, [{ ...kept, record: toEnded(kept.record, end, clock()) }]))
      })
      if (wrote.kind === 'saved') publishEnded()
      else log.error('the end of a request could not be written', { requestId: id, ...wrote })
    },
    publishEnded,
  }
}

const newRow = { expect: 0, order: 'next' } as const

function contentOf({ method, url, headers, body, notApplied, notes }: SentRequest) {
  return { method, url, headers, body, notApplied, notes }
}

type NewRecord = Omit<RequestRecord, 'sentAt' | 'prices' | 'manifest' | 'blocks'>

function toRecord({ boot }: RequestDeps, id: RequestId, request: RequestToOpen): NewRecord {
  const { chat, runId, messageId, below, purpose, facts, estimate, estimatedInput = null } = request
  const { definition, protocol, model } = facts
  return {
    id,
    chatId: chat.id,
    countsFor: chat.calledBy === null ? [chat.id] : [chat.id, chat.calledBy.chatId],
    workspaceId: chat.workspaceId,
    runId,
    messageId,
    below,
    purpose,
    origin: { definition, protocol, model },
    boot,
    state: 'sent',
    endedAt: null,
    rawUsage: null,
    usage: null,
    // Used if the process dies before the request ends.
    estimate: { ...noUsage, input: estimate },
    estimatedInput,
    savedTokens: (request.report?.layers ?? []).map(({ layer, tokens }) => ({ layer, tokens })),
    rolledUp: 0,
    remarks: null,
  }
}

interface Asked {
  readonly chatId: ChatId
  /** The message to answer. */
  readonly below: MessageId
  /** The end of the path to it. */
  readonly path: Path
}

/** The request that shares most with the next one: for another answer to the same message, or else for the last answer above it. */
export async function baseFor(store: Store, { chatId, below, path }: Asked): Promise<RequestId | null> {
  const beside = await readChildren(store, chatId, below)
  return lastIn(beside) ?? lastIn(path)
}

function lastIn(messages: readonly Message[]): RequestId | null {
  const asked = messages.findLast(
    // The request of a copied message belongs to the other chat and is deleted with it.
    message => message.role === 'assistant' && message.requestId !== null && message.copiedFrom === null,
  )
  return asked?.role === 'assistant' ? asked.requestId : null
}

/** A request that was not sent because it could not be recorded first (U1). */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'

  constructor(cause: unknown) {
    const because = cause instanceof Error ? cause.message : String(cause)
    super(`The request was not sent, because it could not be recorded first: ${because}`, { cause })
  }
}
