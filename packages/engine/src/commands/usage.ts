import type { ChatId, Cost } from '@stet/history'
import { chatRef, dayRef, modelRef, workspaceRef } from '@stet/store'
import type { ChatUsage, TotalsQuery } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readSpending } from '../ledger/message-spending.ts'
import type { Totals } from '../ledger/totals.ts'
import { readChat } from '../record/read-chat.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { readShown } from '../view/read-view.ts'

export async function readUsage(engine: EngineContext, chatId: ChatId): Promise<ChatUsage> {
  const { chat } = await readChat(engine.store, chatId)
  const { leaf, path } = await readShown(engine, chat)
  const [total, branch, messages] = await Promise.all([
    engine.ledger.totals.of(chatRef(chatId)),
    engine.ledger.branches.of(chatId, leaf),
    readSpending(engine, path),
  ])
  return { chat: total, branch, messages: Object.fromEntries(messages) }
}

/** What each of these chats cost. */
export async function readCosts({ ledger }: EngineContext, chatIds: readonly ChatId[]): Promise<Record<ChatId, Cost>> {
  const costs = chatIds.map(async id => [id, (await ledger.totals.of(chatRef(id))).cost] as const)
  return Object.fromEntries(await Promise.all(costs))
}

export async function readTotals({ ledger }: EngineContext, query: TotalsQuery): Promise<Totals> {
  switch (query.by) {
    case 'workspace':
      return ledger.totals.of(workspaceRef(query.workspaceId))
    case 'model':
      return ledger.totals.of(modelRef(query.model))
    case 'day':
      return ledger.totals.of(dayRef(toDay(query.day)))
  }
}

function toDay(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new EngineError('invalid', 'day: a day such as 2026-11-15 is needed', 'day')
  return at
}
