import { type AssistantMessage, type ContextSettings, cycleAges } from '@stet/history'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { redraft } from '../redraft.ts'
import { saysSomething, toPlain } from '../to-plain.ts'

/**
 * Whose reasoning a model reads again (C6). Taking it out makes an answer plain. What the model's maker does by default happens at the
 * provider: the answer goes native. The current cycle keeps its reasoning, which providers want beside its calls.
 */
export const reasoning: Layer = {
  name: 'reasoning',
  apply: (draft, { settings }) => {
    const cycles = cyclesKept(settings.reasoning)
    if (cycles === null) return draft
    const note: Note = { fate: 'trimmed', layer: 'reasoning', because: becauseOf(settings.reasoning) }
    const ages = cycleAges(draft.messages)
    return redraft(draft, ['assistant'], draft.current, (message, content, index) => {
      if (message.role !== 'assistant' || content !== 'whole' || draft.pinned.has(index)) return null
      if ((ages[index] ?? 0) < cycles || message.native === null || !hasReasoning(message)) return null
      // Where nothing else was said nothing is left: origins leaves it out.
      return saysSomething(message.parts) ? { content: toPlain(message), note } : null
    })
  },
}

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

function becauseOf(setting: ContextSettings['reasoning']): string {
  if (typeof setting !== 'object') return 'its reasoning is left out: earlier reasoning is not sent again'
  return setting.lastCycles === 1
    ? 'its reasoning is left out: only that of the current cycle is sent'
    : `its reasoning is left out: only that of the last ${setting.lastCycles} cycles is sent`
}

export function hasReasoning({ parts }: AssistantMessage): boolean {
  return parts.some(part => part.kind === 'reasoning')
}
