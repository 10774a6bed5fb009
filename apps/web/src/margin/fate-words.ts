import type { Fate, Message, MessageReport } from '@stet/api/client'

/** Whether a report is of the next request or of one that was made. */
export type RequestTime = 'next' | 'past'

interface Fated {
  readonly fate: Fate
  readonly cached?: boolean
}

/** What happens to a message in a request, in a word or two. */
export function fateWords({ fate, cached = false }: Fated, time: RequestTime): string {
  switch (fate) {
    case 'sent':
      if (time === 'past') return 'Sent'
      return cached ? 'In the provider’s cache' : 'Will be sent'
    case 'pinned':
      return 'Pinned by you'
    case 'trimmed':
      return 'Shortened'
    case 'forgotten':
      return 'Forgotten'
    case 'summarised':
      return 'Summarised'
    case 'behind-checkpoint':
      return 'Cleared'
    case 'left-out':
      return 'Left out by you'
    case 'never-sent-by-role':
    case 'unpaired':
      return 'Not sent'
    case 'unreadable':
      return 'Unreadable'
    case 'empty':
      return 'Empty'
    case 'over-budget':
      return 'Too long'
    case 'not-loaded':
      return 'Not loaded'
  }
}

/** Why a message has its fate: the reason of every layer that changed it, as one clause. Empty when it is obvious. */
export function reasonWords({ because, decisions }: Pick<MessageReport, 'because' | 'decisions'>): string {
  const reasons = decisions.length === 0 ? [because] : decisions.map(decision => decision.because)
  return reasons.filter(reason => reason !== '').join('; ')
}

export function roleWords(role: Message['role']): string {
  switch (role) {
    case 'user':
      return 'You'
    case 'assistant':
      return 'Answer'
    case 'tool-results':
      return 'Tool results'
    case 'env-changed':
      return 'Directories changed'
    case 'unreadable':
      return 'Unreadable message'
    case 'system-title':
      return 'Title request'
    case 'title':
      return 'Title'
    case 'system-summary':
      return 'Summary request'
    case 'summary':
      return 'Conversation summary'
    case 'clear':
      return 'Cleared'
    case 'accounting':
      return 'Deleted messages'
  }
}
