import type { MessageReport, Report } from '@stet/context'
import type { Cost, ProviderRemarks, RequestId } from '@stet/history'
import { type ComparedCosts, compareCosts } from '@stet/models'
import { fromRequestRow, listRows, messageRef, REQUESTS_SHELF, type RequestRecord, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'
import { readContent } from './content/read-content.ts'
import { type RequestContent, UnreadableContent } from './content/request-texts.ts'
import { spentBy, toCost } from './spent.ts'

export async function readRequest(
  { store, log }: { readonly store: Store; readonly log: Log },
  id: RequestId,
): Promise<PastRequest> {
  const row = await store.get(REQUESTS_SHELF, id)
  if (row === null) throw new EngineError('request-not-found', `there is no request ${id}`)
  const record = fromRequestRow(row)
  if ('unreadable' in record) throw unreadable(id, record.unreadable)
  try {
    const content = await readContent(store, record)
    if (content === null) {
      throw new EngineError(
        'request-gone',
        'its message was deleted together with what was sent; only its cost is kept',
      )
    }
    const { manifest: _manifest, blocks: _blocks, boot: _boot, savedTokens: _saved, rolledUp: _, ...facts } = record
    const reported =
      content.report === null ? content : { ...content, report: withRemarks(content.report, record.remarks) }
    const { usage, rawUsage, prices, origin } = record
    const compared = compareCosts({ usage, rawUsage, protocol: origin.protocol, prices })
    const cost = toCost(spentBy(record))
    return { facts, cost, compared, content: reported, others: await readOthers(store, record) }
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error
    log.error('a request cannot be put together', { requestId: id, error })
    throw unreadable(id, error.message)
  }
}

/** The report with what the provider left out by itself: it is known only once the request was answered (C20). */
function withRemarks(report: Report, remarks: ProviderRemarks | null): Report {
  const dropped = new Map(remarks?.dropped.map(({ messageId, reason }) => [messageId, reason]))
  if (dropped.size === 0) return report
  const messages = report.messages.map((message): MessageReport => {
    const reason = dropped.get(message.messageId)
    if (reason === undefined) return message
    const because = `the provider left its reasoning out (${reason.replaceAll('_', ' ')})`
    const note = { fate: 'trimmed', layer: 'binding', because } as const
    const { fate, layer, because: before } = message
    const decisions = message.decisions.length > 0 ? message.decisions : [{ fate, layer, because: before }]
    return { ...message, ...note, decisions: [...decisions, note] }
  })
  return { ...report, messages }
}

async function readOthers(store: Store, { id: own, messageId }: RequestRecord): Promise<readonly OtherRequest[]> {
  const others: OtherRequest[] = []
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref: messageRef(messageId) } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record || record.id === own || record.manifest === null) continue
    const { id, state, sentAt } = record
    others.push({ id, state, sentAt })
  }
  return others
}

function unreadable(id: RequestId, because: string): EngineError {
  return new EngineError('request-unreadable', `the request ${id} cannot be opened: ${because}`)
}

/** A past request: what it was for, what it cost, and exactly what was sent (X1). */
export interface PastRequest {
  readonly facts: RequestFigures
  /** At the prices that were in force then. */
  readonly cost: Cost
  /** The provider's own sum beside ours; null where it reported none. */
  readonly compared: ComparedCosts | null
  readonly content: RequestContent
  /** Other requests for the same message, oldest first: a refused one, or a chunk of a long summary. */
  readonly others: readonly OtherRequest[]
}

export type OtherRequest = Pick<RequestRecord, 'id' | 'state' | 'sentAt'>

/** A row of the ledger without the fields that locate its content. */
export type RequestFigures = Omit<RequestRecord, 'manifest' | 'blocks' | 'boot' | 'savedTokens' | 'rolledUp'>
