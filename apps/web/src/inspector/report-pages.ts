import type { Inspection, MessageId, MessageReport } from '@stet/api/client'

/** A message of a report that one looks at: by its index, or by its id where the index is not known. */
export type Place = { readonly index: number } | { readonly around: MessageId }

/** The messages of a report that are loaded, by their index. */
export type ReportMessages = ReadonlyMap<number, MessageReport>

/** An inspection with all pages of its report that were loaded. */
export interface LoadedInspection extends Inspection {
  /** Some may be of the answer before, until their page is loaded again. */
  readonly messages: ReportMessages
  /** The indices of those that are of this answer. */
  readonly fresh: ReadonlySet<number>
  /** Messages that were looked for and are not in the report. */
  readonly absent: ReadonlySet<MessageId>
}

/** Pages of earlier answers beyond this many messages are dropped. */
const MOST_KEPT = 4000
/** A page starts this far above the message that is looked at. */
const ABOVE = 200

/**
 * A new answer. Pages of the one before are kept until they are loaded again, so that nothing blinks with every letter typed: what is above
 * the last messages rarely changes.
 */
export function toLoaded(inspection: Inspection, before: LoadedInspection | null): LoadedInspection {
  const kept = [...(before?.messages ?? [])].filter(([index]) => index < inspection.page.count)
  const entries = entriesOf(inspection)
  return {
    ...inspection,
    messages: new Map([...(kept.length > MOST_KEPT ? [] : kept), ...entries]),
    fresh: new Set(entries.map(([index]) => index)),
    absent: new Set(),
  }
}

/** The same with one more page of its report. */
export function withPage(inspection: LoadedInspection, added: Inspection, place: Place): LoadedInspection {
  const { messages, fresh, absent, compaction } = inspection
  const entries = entriesOf(added)
  const isAbsent = 'around' in place && !added.report.messages.some(({ messageId }) => messageId === place.around)
  return {
    ...inspection,
    compaction: withListed(compaction, added.compaction),
    messages: new Map([...messages, ...entries]),
    fresh: new Set([...fresh, ...entries.map(([index]) => index)]),
    absent: isAbsent ? new Set([...absent, place.around]) : absent,
  }
}

export function isLoaded({ messages, fresh, absent, page }: LoadedInspection, place: Place): boolean {
  if (fresh.size >= page.count) return true
  if ('index' in place) return fresh.has(place.index)
  if (absent.has(place.around)) return true
  for (const [index, { messageId }] of messages) if (messageId === place.around) return fresh.has(index)
  return false
}

/** How the server is asked for the page of a place. */
export function toQuery(place: Place): { readonly from: number } | { readonly around: MessageId } {
  return 'index' in place ? { from: Math.max(0, place.index - ABOVE) } : place
}

function entriesOf({ report, page }: Inspection): readonly (readonly [number, MessageReport])[] {
  return report.messages.map((message, at) => [page.from + at, message])
}

type Compaction = Inspection['compaction']

/** A plan names those of its messages that are on the page. */
function withListed(compaction: Compaction, added: Compaction): Compaction {
  if (compaction.kind !== 'planned' || added.kind !== 'planned') return compaction
  const listed = [...new Set([...compaction.summarised.listed, ...added.summarised.listed])]
  return { ...compaction, summarised: { ...compaction.summarised, listed } }
}
