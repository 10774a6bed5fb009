import { formatMessage, type UserMessage } from '@stet/history'
import { readTotals, type TotalsDeps } from '../ledger/totals.ts'
import { type AssembleDeps, assembleRequest, type RequestToAssemble } from './assemble-request.ts'

interface FormatDeps extends AssembleDeps, TotalsDeps {
  readonly timeZone: string
}

/** The text of a message as models will read it, in the chat's format (W1); undefined where that is what was typed. */
export async function formatSent(
  deps: FormatDeps,
  request: RequestToAssemble & { readonly next: UserMessage },
): Promise<string | undefined> {
  const { chat, facts, next } = request
  const { wording } = chat.settings
  const typed = next.parts.find(part => part.kind === 'text')
  if (wording.messageFormat === 'typed' || typed === undefined) return undefined
  const { budget } = (await assembleRequest(deps, request)).assembly.report
  const { cost } = await readTotals(deps, { chatId: chat.id })
  const context = { used: budget.used.total, budget: budget.budget }
  return formatMessage(wording, typed.text, {
    at: next.at,
    timeZone: deps.timeZone,
    model: facts.name,
    context,
    usd: cost.usd,
  })
}
