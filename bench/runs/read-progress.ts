import type { ChatEvent, ChatView } from '@stet/api/client'

/** How far the only answer of a chat is, as an event says it. */
export interface Progress {
  /** Of its text so far; null where the event does not say. */
  readonly characters: number | null
  readonly ended: boolean
}

const NOTHING: Progress = { characters: null, ended: false }

/** A watcher that fell behind gets a snapshot in place of what it missed, the end of the run included. */
export function readProgress(event: ChatEvent): Progress {
  switch (event.kind) {
    case 'part-delta':
      return { characters: event.at + event.text.length, ended: false }
    case 'run-ended':
      return { characters: null, ended: true }
    case 'snapshot':
      return inView(event.view)
    default:
      return NOTHING
  }
}

function inView({ path, drafts, runs }: ChatView): Progress {
  const answer = path.find(message => message.role === 'assistant') ?? drafts[0]
  if (answer === undefined) return NOTHING
  const texts = answer.parts.map(part => (part.kind === 'text' ? part.text : ''))
  return { characters: texts.join('').length, ended: runs.length === 0 }
}
