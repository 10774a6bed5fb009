import type { Fate, Message, MessageReport } from '@stet/api/client'

/** What becomes of a message, in a word or two. */
export function fateWords(fate: Fate): string {
  switch (fate) {
    case 'sent':
      return 'Sent'
    case 'pinned':
      return 'Pinned'
    case 'trimmed':
      return 'Trimmed'
    case 'forgotten':
      return 'Forgotten'
    case 'summarised':
      return 'Summarised'
    case 'behind-checkpoint':
      return 'Cleared'
    case 'left-out':
      return 'Left out'
    case 'never-sent-by-role':
      return 'Never sent'
    case 'unreadable':
      return 'Unreadable'
    case 'unpaired':
      return 'Unpaired'
    case 'empty':
      return 'Empty'
    case 'over-budget':
      return 'Does not fit'
    case 'not-loaded':
      return 'Not looked at'
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
      return 'Results of tools'
    case 'env-changed':
      return 'Directories changed'
    case 'unreadable':
      return 'Unreadable message'
    case 'system-title':
    case 'title':
      return 'Title'
    case 'system-summary':
    case 'summary':
      return 'Conversation summary'
    case 'clear':
      return 'Cleared'
    case 'accounting':
      return 'Accounting'
  }
}
