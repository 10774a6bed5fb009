import { type Client, onWake } from '@stet/api/client'
import { createSharedWatch } from './shared-watch.ts'
import { createVisibleWatch } from './visible-watch.ts'

/** The event stream of this browser, shared by its tabs where it can be (FE-5). */
export function openStream(watch: Client['watch']): Client['watch'] {
  if (typeof SharedWorker === 'undefined') return createVisibleWatch(watch, document, byTimer)
  const worker = new SharedWorker(new URL('./stream.worker.ts', import.meta.url), {
    type: 'module',
    name: 'stet events',
  })
  return createSharedWatch({ worker, ownWatch: watch, page: window, onWake })
}

function byTimer(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
