import { type CompactionPlan, fingerprint } from '@stet/context'
import type { Chat } from '@stet/history'
import { type FailedSummaryNote, fromRunRow, RUNS_SHELF, type Store } from '@stet/store'

/** How many of the latest runs of a chat are looked at. */
const RUNS_READ = 10
/** By how much a request must have grown before a summary is tried again. */
const GROWN = 1.1

type Plan = Pick<CompactionPlan, 'tokens'>

/** What a run notes when a summary failed that its request did not need. */
export function failureOf({ settings: { model, context } }: Chat, { tokens }: Plan): FailedSummaryNote {
  return { settings: fingerprint(JSON.stringify([model, context])), tokens: tokens.before }
}

/**
 * Whether such a summary failed in a recent run of the chat, with the same model and settings and a request hardly smaller. Otherwise it would be
 * asked and paid for with every message (C11).
 */
export async function failedBefore({ store }: { readonly store: Store }, chat: Chat, plan: Plan): Promise<boolean> {
  const now = failureOf(chat, plan)
  const { rows } = await store.list(RUNS_SHELF, { by: { parent: chat.id }, limit: RUNS_READ, reverse: true })
  return rows.some(row => {
    const run = fromRunRow(row)
    if ('unreadable' in run || run.failedSummary === null) return false
    const { settings, tokens } = run.failedSummary
    return settings === now.settings && now.tokens < tokens * GROWN
  })
}
