import type { Report } from '@stet/context'
import {
  type Chat,
  type ChatId,
  type Message,
  type MessageId,
  type ModelFacts,
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
  type Store,
  toRequestPut,
} from '@stet/store'
import type { EventHub } from '../events/event-hub.ts'
import { placeOf } from '../record/order-of.ts'
import { RunLost, type WriteDeps, writeInChat } from '../record/write-for-run.ts'
import type { Log } from '../runtime/log.ts'
import type { AskedRequest } from './asked-memory.ts'
import { keepContent } from './keep-content.ts'
import type { Ledger } from './ledger.ts'
import { type KeptRequest, type RequestEnd, toEnded } from './request-end.ts'

/** What it takes to send a request and keep its row. */
export interface RequestDeps extends WriteDeps {
  readonly store: Store
  readonly ledger: Pick<Ledger, 'texts' | 'asked' | 'underWay'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly boot: string
  readonly log: Log
}

interface RequestToOpen {
  readonly chat: Pick<Chat, 'id' | 'workspaceId' | 'calledBy'>
  readonly runId: RunId | null
  /** The message that it is to make. */
  readonly messageId: MessageId
  /** The message that it is asked below. */
  readonly below: MessageId
  readonly purpose: RequestRecord['purpose']
  readonly facts: ModelFacts
  /** Why it says what it says; null where it was not made from the path. */
  readonly report: Report | null
  /** Tokens of what is sent, for when the provider tells none. */
  readonly estimate: number
  /** An earlier request that says much of the same; null when there is none. */
  readonly base: RequestId | null
  /** What the model is shown, where the next request on the path is to be held against it. */
  readonly asked?: AskedRequest
  /** Of the run that sends it: one that another process took over sends nothing. */
  readonly check?: () => Check
}

/** A request and its row in the ledger: written before its bytes leave, completed with the message that it makes (U1). */
export interface RecordedRequest {
  readonly id: RequestId
  /** For `ModelCall.onSent`: resolves when the row is on the disk. A further attempt with the same bytes writes nothing. */
  onSent(sent: SentRequest): Promise<void>
  /** Nothing is sent from here on. It comes before the row is ended, and outside of any write: one of its own may be under way. */
  close(): Promise<void>
  /** The id, once a row stands under it; null while nothing was sent. */
  readonly sentId: () => RequestId | null
  /** What completes the row, to be made within the write of the message that it made; empty when nothing was sent. */
  toEnd(end: RequestEnd): readonly Put[]
  /**
   * Completes a row whose message is not written. What it said stays until what it was asked below goes. One that the store refuses is
   * completed at the next start.
   */
  endAlone(end: RequestEnd): Promise<void>
  /** Tells the pages that the row is complete, once that stands. */
  tellEnded(): void
}

export function openRequest(deps: RequestDeps, request: RequestToOpen): RecordedRequest {
  const { store, clock, hub, log, ledger } = deps
  const { chat, messageId, check } = request
  const id: RequestId = makeId('req', deps.randomBytes(20))
  let kept: KeptRequest | null = null
  let sending: SentRequest | null = null
  let writing: Promise<unknown> = Promise.resolve()
  let closed = false

  async function write(sent: SentRequest): Promise<void> {
    const at = clock()
    const wrote = await writeInChat(deps, chat.id, async () => {
      const content = { ...contentOf(sent), report: request.report }
      const manifest = await keepContent({ store, texts: ledger.texts, log }, content, {
        id,
        base: request.base,
        at,
      })
      const record = { ...toRecord(deps, id, request), sentAt: at, prices: sent.prices, manifest }
      const place = kept === null ? newRow : { expect: kept.version, order: kept.order }
      const written = await store.write([
        toRequestPut(record, place),
        await standsBelow(),
        ...(check === undefined ? [] : [check()]),
      ])
      kept = { record, ...placeOf(written, id) }
      if (request.asked !== undefined) ledger.asked.of(chat.id).keep(request.asked, at)
      ledger.underWay.set(id, next => {
        kept = next
      })
    })
    if (wrote.kind === 'taken-over') throw new RunLost('taken-over', null)
    if (wrote.kind === 'refused') throw new NotRecorded(wrote.error)
  }

  /** Deleted meanwhile, it would leave nothing that what is said here could go with. */
  async function standsBelow(): Promise<Check> {
    const { below } = request
    const row = await store.get(MESSAGES_SHELF, below)
    if (row === null) throw new Error(`${below}, below which it is asked, was deleted`)
    return { kind: 'check', shelf: MESSAGES_SHELF, id: below, expect: row.version }
  }

  async function close(): Promise<void> {
    closed = true
    // Stopped while its row was being written: what comes to stand now has to be ended too.
    await Promise.allSettled([writing])
  }

  function tellEnded(): void {
    if (kept === null) return
    ledger.underWay.delete(id)
    hub.publish({ kind: 'request-ended', chatId: chat.id, requestId: id, messageId })
  }

  return {
    id,
    async onSent(sent) {
      if (closed) throw new Error(`request ${id} was given up before it was sent`)
      if (sending?.body === sent.body && sending.url === sent.url) return
      sending = sent
      writing = write(sent)
      await writing
    },
    close,
    sentId: () => (kept === null ? null : id),
    toEnd(end) {
      if (kept === null) return []
      const { record, version, order } = kept
      return [toRequestPut(toEnded(record, end, clock()), { expect: version, order })]
    },
    async endAlone(end) {
      await close()
      if (kept === null) return
      const wrote = await writeInChat(deps, chat.id, async () => {
        if (kept === null) return
        const { record, version, order } = kept
        await store.write([toRequestPut(toEnded(record, end, clock()), { expect: version, order })])
      })
      if (wrote.kind === 'saved') tellEnded()
      else log.error('the end of a request could not be written', { requestId: id, ...wrote })
    },
    tellEnded,
  }
}

const newRow = { expect: 0, order: 'next' } as const

function contentOf({ method, url, headers, body, notApplied, notes }: SentRequest) {
  return { method, url, headers, body, notApplied, notes }
}

type NewRecord = Omit<RequestRecord, 'sentAt' | 'prices' | 'manifest'>

function toRecord({ boot }: RequestDeps, id: RequestId, request: RequestToOpen): NewRecord {
  const { chat, runId, messageId, below, purpose, facts, estimate } = request
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
    // Until it ends: what a process that dies meanwhile is taken to have sent.
    estimate: { ...noUsage, input: estimate },
  }
}

interface Asked {
  readonly chatId: ChatId
  /** What is to be answered. */
  readonly below: MessageId
  /** The end of the path to it. */
  readonly path: Path
}

/** The request that says most of what the next one will: that of another answer to the same message, or else of the last answer above it. */
export async function baseFor(store: Store, { chatId, below, path }: Asked): Promise<RequestId | null> {
  const beside = await readChildren(store, chatId, below)
  return lastIn(beside) ?? lastIn(path)
}

function lastIn(messages: readonly Message[]): RequestId | null {
  const asked = messages.findLast(
    // What a fork copied was asked for in another chat, and its request goes with that one.
    message => message.role === 'assistant' && message.requestId !== null && message.copiedFrom === null,
  )
  return asked?.role === 'assistant' ? asked.requestId : null
}

/** A request that was not sent, because the ledger could not be written first (U1). */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'

  constructor(cause: unknown) {
    const because = cause instanceof Error ? cause.message : String(cause)
    super(`The request was not sent, because it could not be recorded first: ${because}`, { cause })
  }
}
