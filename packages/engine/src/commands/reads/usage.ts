import type { ChatId } from '@stet/history'
import { toDayNumber } from '@stet/store'
import type { ChatUsage, TotalsQuery, UsageQuery } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readSpending } from '../../ledger/message-spending.ts'
import { readTotals as readTotalsOf, type Totals } from '../../ledger/totals.ts'
import { readUsageReport, type UsageReport } from '../../ledger/usage-report.ts'
import { readChat } from '../../record/read-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { readShown } from '../../view/read-view.ts'

export async function readUsage(engine: EngineContext, chatId: ChatId): Promise<ChatUsage> {
  const { chat } = await readChat(engine.store, chatId)
  const { leaf, path } = await readShown(engine, chat)
  const [total, branch, messages] = await Promise.all([
    readTotalsOf(engine, { chatId }),
    engine.ledger.branches.of(chatId, leaf),
    readSpending(engine, path),
  ])
  return { chat: total, branch, messages: Object.fromEntries(messages) }
}

export async function readTotals(engine: EngineContext, query: TotalsQuery): Promise<Totals> {
  switch (query.by) {
    case 'workspace':
      return readTotalsOf(engine, { workspaceId: query.workspaceId })
    case 'model':
      return readTotalsOf(engine, { model: query.model })
    case 'day':
      return readTotalsOf(engine, { day: toDay(query.day, 'day') })
  }
}

export function readReport(engine: EngineContext, query: UsageQuery): Promise<UsageReport> {
  const { from, through, ...of } = query
  return readUsageReport(engine, {
    ...of,
    from: from === undefined ? undefined : toDayNumber(toDay(from, 'from')),
    through: through === undefined ? undefined : toDayNumber(toDay(through, 'through')),
  })
}

function toDay(text: string, field: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new EngineError('invalid', `${field}: a day such as 2026-11-15 is needed`, field)
  return at
}
