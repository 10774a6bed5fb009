import type { AnswerEnd } from '@stet/api/client'

/** An answer that ended otherwise than by itself says why (V2). */
export function EndNote({ end, explained }: { end: AnswerEnd; explained: boolean }) {
  const text = endText(end)
  if (text === null || (end === 'failed' && explained)) return null
  return (
    <p className="mt-3 flex items-baseline gap-2 text-ui text-ink-soft">
      <span aria-hidden="true" className="w-6 shrink-0 border-b border-dotted border-line-strong" />
      <span>{text}</span>
    </p>
  )
}

function endText(end: AnswerEnd): string | null {
  switch (end) {
    case 'complete':
      return null
    case 'stopped':
      return 'Stopped by you. What had arrived is kept.'
    case 'interrupted':
      return 'Interrupted: Stet went away while this was being written. What had arrived is kept.'
    case 'length':
      return 'Cut off: the answer reached its length limit.'
    case 'refused':
      return 'The model refused to go on.'
    case 'failed':
      return 'The answer failed before it was complete.'
  }
}
