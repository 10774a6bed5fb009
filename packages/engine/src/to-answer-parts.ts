import type { AssistantPart, CallId } from '@stet/history'
import type { AnsweredPart } from '@stet/models'
import type { DraftPart } from './draft.ts'
import type { Outcome } from './outcome.ts'

/** The parts of the message: those of the whole answer, or those that had arrived and what went wrong. */
export function toAnswerParts(
  outcome: Outcome,
  arrived: readonly DraftPart[],
  makeCallId: () => CallId,
): readonly AssistantPart[] {
  switch (outcome.kind) {
    case 'answered':
      return outcome.answer.parts.map((part, index) => toPart(part, arrived[index], makeCallId))
    case 'cut-short': {
      const parts = arrived.map(fromDraftPart)
      return outcome.error === null ? parts : [...parts, outcome.error]
    }
  }
}

// The page knows a call by the id that its draft had: a new one would make it another call.
function toPart(part: AnsweredPart, arrived: DraftPart | undefined, makeCallId: () => CallId): AssistantPart {
  if (part.kind !== 'tool-call') return part
  return { ...part, callId: arrived?.kind === 'tool-call' ? arrived.callId : makeCallId() }
}

export function fromDraftPart(part: DraftPart): AssistantPart {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text }
    case 'reasoning':
      return { kind: 'reasoning', text: part.text, signature: null }
    case 'tool-call': {
      const { kind, callId, tool, providerCallId, text: input } = part
      return { kind, callId, tool, input, providerCallId }
    }
  }
}
