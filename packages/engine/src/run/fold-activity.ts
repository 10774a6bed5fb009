import type { Call } from '@stet/store'
import type { ChatEvent } from '../view/event.ts'

/** How much of a text is shown, and how much more must arrive before it is shown again. */
const TAIL = 160
const STRIDE = 80

/** One line about what a run is doing, from its events; null for an event that changes nothing. */
export function createActivity(): (event: ChatEvent) => string | null {
  let isText = false
  let tail = ''
  let unshown = 0
  return event => {
    if (event.kind === 'part-started') {
      isText = event.start.kind === 'text'
      tail = ''
      unshown = 0
      if (event.start.kind === 'reasoning') return 'Thinking'
      return 'tool' in event.start ? `Calling ${event.start.tool}` : null
    }
    if (event.kind === 'part-delta' && isText) {
      tail = `${tail}${event.text}`.slice(-TAIL)
      unshown += event.text.length
      if (unshown < STRIDE) return null
      unshown = 0
      return toLine(tail)
    }
    if (event.kind === 'retrying') return `Trying again: ${event.retry.because.message}`
    if (event.kind === 'call-progress') return event.text
    if (event.kind === 'calls-changed') return startedIn(event.calls)
    return null
  }
}

function startedIn(calls: readonly Call[]): string | null {
  const started = calls.findLast(({ state }) => state.kind === 'started')
  if (started === undefined) return null
  const { title, summary } = started.shown
  return summary === null ? title : `${title}: ${summary}`
}

/** From the first whole word on, so that no character is split. */
function toLine(tail: string): string {
  const line = tail.replaceAll(/\s+/g, ' ')
  return (tail.length < TAIL ? line : line.replace(/^(?:\S* |[\udc00-\udfff])/, '')).trim()
}
