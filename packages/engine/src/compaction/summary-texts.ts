import { type CompactionPlan, type SummaryTexts, textIn, truncatedWithFacts, withFacts } from '@stet/context'
import type { Chat, Message, MessageId, Path } from '@stet/history'
import type { TokenMemory } from './token-memory.ts'

interface TextsToMake {
  readonly chat: Chat
  readonly plan: CompactionPlan
  /** The path that was planned for; null where it is not known any more. */
  readonly path: Path | null
}

/** What a checkpoint says: a written summary or a truncation, and the exact facts of what it replaces (C22). */
export function summaryTexts(
  { tokens }: { readonly tokens: TokenMemory },
  { chat, plan, path }: TextsToMake,
  written: string | null,
): SummaryTexts {
  const { model, context } = chat.settings
  const options = {
    tokens: tokens.of(chat.id, model),
    limit: context.compaction.facts,
    kept: keptText(plan, path ?? []),
  }
  return written === null ? truncatedWithFacts(plan, options) : withFacts(plan, written, options)
}

/** What is sent verbatim after the checkpoint: its facts need no listing. The current message may be covered, and is then sent only once more. */
function keptText({ keep, summarise }: CompactionPlan, path: Path): string {
  const kept = new Set<MessageId | null>(keep)
  for (const { messageId } of summarise) kept.delete(messageId)
  return path.flatMap(message => (kept.has(message.id) ? [textOf(message)] : [])).join('\n')
}

function textOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return textIn(message.parts)
    case 'assistant':
      return message.parts
        .map(part => (part.kind === 'tool-call' ? part.input : 'text' in part ? part.text : ''))
        .join('\n')
    case 'tool-results':
      return message.parts.map(({ content }) => textIn(content)).join('\n')
    default:
      return ''
  }
}
