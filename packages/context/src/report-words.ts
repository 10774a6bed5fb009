import type { Role } from '@stet/history'
import type { BlockReport, BudgetReport, CacheReport, MessageReport } from './report.ts'

/** The words of a report, all of them: what is read back is held against them. */
type All<Word extends string> = Readonly<Record<Word, true>>

function words<Word extends string>(all: All<Word>): readonly Word[] {
  return Object.keys(all).filter((word): word is Word => word in all)
}

export const fates = words<MessageReport['fate']>({
  sent: true,
  pinned: true,
  trimmed: true,
  forgotten: true,
  summarised: true,
  'behind-checkpoint': true,
  'left-out': true,
  'never-sent-by-role': true,
  unreadable: true,
  unpaired: true,
  empty: true,
  'over-budget': true,
  'not-loaded': true,
})

export const layers = words<MessageReport['layer']>({
  'special-roles': true,
  checkpoint: true,
  'persons-marks': true,
  'tool-memory': true,
  'previous-cycles': true,
  'result-limits': true,
  reasoning: true,
  origins: true,
  attachments: true,
  opening: true,
  documents: true,
  budget: true,
  pairing: true,
  'cache-marks': true,
})

export const roles = words<Role>({
  user: true,
  assistant: true,
  'tool-results': true,
  'env-changed': true,
  unreadable: true,
  'system-title': true,
  title: true,
  'system-summary': true,
  summary: true,
  clear: true,
  accounting: true,
})

export const forms = words<NonNullable<MessageReport['form']>>({ native: true, plain: true })
export const blockKinds = words<BlockReport['kind']>({
  prompt: true,
  document: true,
  summary: true,
  tool: true,
  note: true,
})
export const blockFates = words<BlockReport['fate']>({ sent: true, trimmed: true, 'over-budget': true })
export const cachings = words<CacheReport['caching']>({ marks: true, automatic: true, none: true })
export const cacheStates = words<CacheReport['state']>({ warm: true, cold: true, unknown: true })
export const maximumsFrom = words<BudgetReport['maximumFrom']>({ model: true, person: true, assumed: true })
