import type { Client } from '@stet/api/client'
import { createSharedWatch } from './shared-watch.ts'
import { createVisibleWatch } from './visible-watch.ts'

/** The event stream of this browser, shared by its tabs where it can be (FE-5). */
export function openStream(watch: Client['watch']): Client['watch'] {
  if (typeof SharedWorker === 'undefined') return createVisibleWatch(watch, document)
  const worker = new SharedWorker(new URL('./stream.worker.ts', import.meta.url), {
    type: 'module',
    name: 'stet events',
  })
  return createSharedWatch(worker, watch)
}
