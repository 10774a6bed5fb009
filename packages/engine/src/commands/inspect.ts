import { type Assembly, type CompactionReport, compareReports, type Report, reportCompaction } from '@stet/context'
import { type Chat, type ContextSettings, makeId, type UserMessage } from '@stet/history'
import { readNewestLeaf } from '@stet/store'
import { type AssembleDeps, assembleRequest, type RequestToAssemble } from '../compaction/assemble-request.ts'
import { readFacts } from '../compaction/read-facts.ts'
import { readToPlan } from '../compaction/read-to-plan.ts'
import type { Inspection, InspectQuery, ReportChange } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { createPathTail, withUnwritten } from '../record/path-tail.ts'
import { readChat } from '../record/read-chat.ts'
import { prepareNext } from '../run/prepare-next.ts'

/** Assembles the request that would follow if the text were sent now, as the run would, and shows the report instead of sending it. */
export async function inspect(engine: EngineContext, { chatId, context, text }: InspectQuery): Promise<Inspection> {
  const { chat } = await readChat(engine.store, chatId)
  const facts = await readFacts(engine, chat)
  const parentId = await readNewestLeaf(engine.store, chatId, chat.tip)
  const at = engine.clock()
  // What sending would write first, such as the answers to calls that nobody ran, is part of the request.
  const above = await prepareNext(engine, { chat, parentId, at })
  const tail = withUnwritten(createPathTail(engine.store, chatId, parentId), above.messages)
  const next: UserMessage = {
    id: makeId('msg', engine.randomBytes(20)),
    chatId,
    parentId: above.last,
    order: Number.MAX_SAFE_INTEGER,
    at,
    copiedFrom: null,
    role: 'user',
    parts: [{ kind: 'text', text }],
  }
  const request = { chat, facts, tail, next }
  const asked = context === null ? request : { ...request, chat: setAs(chat, context) }
  const { assembly: own } = await assembleRequest(engine, request)
  const shown = context === null ? own : (await assembleRequest(engine, asked)).assembly
  return {
    nextMessageId: next.id,
    context: context ?? chat.settings.context,
    fits: shown.kind === 'assembled',
    because: becauseOf(shown),
    report: shown.report,
    compaction: await inspectCompaction(engine, asked),
    change: context === null ? null : changeBetween(own.report, shown.report),
  }
}

function setAs(chat: Chat, context: ContextSettings): Chat {
  return { ...chat, settings: { ...chat.settings, context } }
}

function becauseOf(assembly: Assembly): string | null {
  return assembly.kind === 'cannot-fit' ? assembly.because : null
}

function changeBetween(own: Report, other: Report): ReportChange {
  const { messages, blocks, tokens } = compareReports(own, other, { prices: null, requests: 0 })
  return { messages, blocks, tokens }
}

/** What compaction would do before a request, as a run would do it. */
async function inspectCompaction(engine: AssembleDeps, request: RequestToAssemble): Promise<CompactionReport> {
  return reportCompaction(await readToPlan(engine, request))
}
