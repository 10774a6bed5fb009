import type { RequestFigures } from '@stet/api/client'

/** What a request was made for. */
export function purposeWords(purpose: RequestFigures['purpose']): string {
  switch (purpose) {
    case 'answer':
      return 'Answer'
    case 'title':
      return 'Title'
    case 'summary':
      return 'Summary'
    case 'sampling':
      return 'Answer for an MCP server'
    case 'image':
      return 'Image'
  }
}

/** How a request ended, in a word or two. */
export function stateWords(state: RequestFigures['state']): string {
  switch (state) {
    case 'sent':
      return 'Running'
    case 'done':
      return 'Done'
    case 'failed':
      return 'Failed'
    case 'stopped':
      return 'Stopped'
    case 'unknown':
      return 'Unknown'
  }
}

/** What that means for what it is said to have used; null where the words say it all. */
export function stateMeaning({
  state,
  usage,
  estimate,
}: Pick<RequestFigures, 'state' | 'usage' | 'estimate'>): string | null {
  switch (state) {
    case 'sent':
      return 'Token counts arrive when it ends.'
    case 'unknown':
      return 'Stet stopped before it ended, so its figures are an estimate.'
    case 'done':
    case 'failed':
    case 'stopped':
      if (usage !== null) return null
      return estimate === null
        ? 'Rejected before anything was used.'
        : 'The provider sent no token counts. The figures are an estimate.'
  }
}

/** How long it took; null while it is under way. */
export function durationOf({ sentAt, endedAt }: Pick<RequestFigures, 'sentAt' | 'endedAt'>): number | null {
  return endedAt === null ? null : Math.max(0, endedAt - sentAt)
}
