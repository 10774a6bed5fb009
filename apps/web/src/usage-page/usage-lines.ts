import type { ChatId, ModelList, UsagePurpose, UsageReport, UsageSums, WorkspaceEntry } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'
import { toCsv } from '../markdown/table-text.ts'
import { distinctNames } from '../models/model-name.ts'

export const TABLES = {
  chats: 'Chats',
  models: 'Models',
  days: 'Days',
  workspaces: 'Workspaces',
  purposes: 'Purposes',
} as const

export type TableName = keyof typeof TABLES

/** One line of a table: a name, and what was spent under it. */
export interface UsageLine {
  readonly key: string
  readonly name: string
  /** The chat it leads to. */
  readonly chatId?: ChatId
  readonly sums: UsageSums
}

export interface Names {
  readonly models: ModelList | undefined
  readonly workspaces: readonly WorkspaceEntry[] | undefined
}

/** The lines of a table. Whichever table it is, they add up to the report's total. */
export function linesOf(report: UsageReport, table: TableName, names: Names): readonly UsageLine[] {
  switch (table) {
    case 'days':
      return report.days.toReversed().map(sums => ({ key: sums.day, name: sums.day, sums }))
    case 'models': {
      const nameOf = distinctNames(
        names.models,
        report.models.map(({ model }) => model),
      )
      return report.models.map(sums => ({
        key: `${sums.model.definition}/${sums.model.model}`,
        name: nameOf(sums.model),
        sums,
      }))
    }
    case 'workspaces':
      return report.workspaces.map(sums => ({
        key: sums.workspaceId,
        name: workspaceName(names, sums.workspaceId),
        sums,
      }))
    case 'purposes':
      return report.purposes.map(sums => ({ key: sums.purpose, name: purposeName(sums.purpose), sums }))
    case 'chats':
      return [
        ...report.chats.map(sums => ({
          key: sums.chat.id,
          name: sums.chat.title?.trim() || 'New chat',
          chatId: sums.chat.id,
          sums,
        })),
        ...countLine('other', report.otherChats, 'other chat'),
        ...countLine('deleted', report.deletedChats, 'deleted chat'),
      ]
  }
}

function countLine(key: string, sums: UsageReport['otherChats'], what: string): readonly UsageLine[] {
  if (sums.chats === 0) return []
  return [{ key, name: `${sums.chats.toLocaleString('en')} ${what}${sums.chats === 1 ? '' : 's'}`, sums }]
}

export function workspaceName({ workspaces }: Names, id: string): string {
  if (workspaces === undefined) return 'Workspace'
  return workspaces.find(workspace => workspace.id === id)?.name ?? 'Deleted workspace'
}

export function purposeName(purpose: UsagePurpose): string {
  switch (purpose) {
    case 'answer':
      return 'Answers'
    case 'title':
      return 'Titles'
    case 'summary':
      return 'Summaries'
    case 'sampling':
      return 'MCP servers'
    case 'image':
      return 'Images'
    case 'called-chat':
      return 'Sub-agents'
  }
}

/** All that the model read. */
export function inputOf({ usage }: UsageSums): number {
  return usage.input + usage.cacheRead + usage.cacheWrite
}

/** Which share of what was read came from the provider's cache; empty where nothing did. */
export function cachedShare(sums: UsageSums): string {
  if (sums.usage.cacheRead === 0) return ''
  const share = (sums.usage.cacheRead / inputOf(sums)) * 100
  return share < 1 ? '<1%' : `${Math.round(share)}%`
}

/** How many requests make a cost unreliable; empty where it is reliable. */
export function estimatedWords({ cost, requests, estimated }: UsageSums): string {
  if (cost.reliable) return ''
  // Sums of some days can be damaged, and then no request is known that is estimated.
  if (estimated === 0) return 'Some figures could not be read'
  if (requests === 1) return 'It is estimated'
  const all = requests.toLocaleString('en')
  if (estimated === requests) return `All ${all} requests are estimated`
  return `${estimated.toLocaleString('en')} of ${all} requests ${estimated === 1 ? 'is' : 'are'} estimated`
}

/** Money saved; below nothing it cost more. Three decimals below a dollar, two above. */
export function savedWords(usd: number): string {
  if (Math.abs(usd) < 0.0005) return usd === 0 ? 'nothing' : usd > 0 ? '<$0.001' : '−<$0.001'
  return `${usd < 0 ? '−' : ''}$${Math.abs(usd).toFixed(Math.abs(usd) < 1 ? 3 : 2)}`
}

/** By what it was saved; what saved nothing is not named. The sum is above it: only where there are two has each its own figure. */
export function savedBy(caching: number, rules: number): string {
  const named = [
    { by: 'by caching', usd: caching },
    { by: 'by context rules', usd: rules },
  ].filter(({ usd }) => usd !== 0)
  const [only] = named
  if (only === undefined) return 'Caching and context rules save where they apply.'
  if (named.length === 1) return only.by
  return named.map(({ by, usd }) => `${savedWords(usd)} ${by}`).join(' · ')
}

export function tokensWords(sums: UsageSums): string {
  return `${formatTokens(inputOf(sums))} in · ${formatTokens(sums.usage.output)} out`
}

const COLUMNS = [
  'Requests',
  'Input tokens',
  'Cache reads',
  'Cache writes',
  'Output tokens',
  'Cost in USD',
  'Saved by cache in USD',
  'Reliable',
  'Estimated requests',
]

/** A table as a spreadsheet reads it: whole numbers and full costs, not rounded ones. */
export function linesToCsv(table: TableName, lines: readonly UsageLine[]): string {
  const rows = lines.map(({ name, sums: { requests, usage, cost, estimated, cacheSaved } }) => [
    name,
    ...[requests, usage.input, usage.cacheRead, usage.cacheWrite, usage.output].map(String),
    decimal(cost.usd),
    decimal(cacheSaved),
    cost.reliable ? 'yes' : 'no',
    String(estimated),
  ])
  return toCsv([[TABLES[table].replace(/s$/, ''), ...COLUMNS], ...rows])
}

function decimal(usd: number): string {
  return usd.toFixed(9).replace(/\.?0+$/, '')
}
