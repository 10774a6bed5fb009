import { type AssistantMessage, type ContextSettings, cycleAges } from '@stet/history'
import { saysSomething, toPlain } from '../content/to-plain.ts'
import type { Note } from '../draft/draft.ts'
import { type Layer, redraft } from '../draft/layer.ts'

/**
 * Leaves out earlier reasoning, as the chat is set (C6). Without its reasoning an answer is plain. The open part keeps its reasoning:
 * providers require it beside its calls.
 */
export const reasoning = {
  name: 'reasoning',
  label: 'Reasoning',
  apply: (draft, { settings }) => {
    const cycles = cyclesKept(settings.reasoning)
    if (cycles === null) return draft
    const note: Note = { fate: 'trimmed', because: becauseOf(cycles) }
    const ages = cycleAges(draft.messages)
    return redraft(draft, ['assistant'], draft.open, (message, content, index) => {
      if (message.role !== 'assistant' || content !== 'whole' || draft.pinned.has(index)) return null
      if ((ages[index] ?? 0) < cycles || message.native === null || !hasReasoning(message)) return null
      // An answer of only reasoning is left out by origins.
      return saysSomething(message.parts) ? { content: toPlain(message), note } : null
    })
  },
} as const satisfies Layer

/** The number of cycles, the current one included, that keep their reasoning; null for all. */
function cyclesKept(setting: ContextSettings['reasoning']): number | null {
  if (typeof setting === 'object') return setting.lastCycles
  switch (setting) {
    case 'model':
    case 'all':
      return null
    case 'none':
      return 1
  }
}

function becauseOf(cycles: number): string {
  return cycles === 1
    ? 'reasoning before your last message is left out'
    : `reasoning before your last ${cycles} messages is left out`
}

export function hasReasoning({ parts }: AssistantMessage): boolean {
  return parts.some(part => part.kind === 'reasoning')
}
