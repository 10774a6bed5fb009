import type { RequestMessage } from '@stet/history'
import { asRecorded } from './as-recorded.ts'
import type { Draft } from './draft.ts'

/** What is sent of the message at `index`, written out; null when nothing is. */
export function contentAt({ messages, contents }: Draft, index: number): RequestMessage | null {
  const content = contents[index] ?? null
  if (content !== 'whole') return content
  const message = messages[index]
  if (message === undefined) throw new Error(`the draft has no message at ${index}`)
  return asRecorded(message)
}
