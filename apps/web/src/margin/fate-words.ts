import type { Fate, LayerName, Message } from '@stet/api/client'

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

/** The rule that decided, by the name its control has. */
export function ruleWords(layer: LayerName): string {
  switch (layer) {
    case 'special-roles':
      return 'Role'
    case 'checkpoint':
      return 'Checkpoint'
    case 'persons-marks':
      return 'Your mark'
    case 'tool-memory':
      return 'Tool memory'
    case 'previous-cycles':
      return 'Earlier tool work'
    case 'result-limits':
      return 'Longest result'
    case 'reasoning':
      return 'Reasoning'
    case 'origins':
      return 'Origin'
    case 'attachments':
      return 'Attachments'
    case 'opening':
      return 'Opening'
    case 'documents':
      return 'Documents'
    case 'budget':
      return 'Window'
    case 'pairing':
      return 'Pairing'
    case 'cache-marks':
      return 'Cache'
  }
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
