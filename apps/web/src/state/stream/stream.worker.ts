import { createClient } from '@stet/api/client'
import { basePath } from '../../formats/base-path.ts'
import { createStreamHub, type ToHub } from './stream-hub.ts'

// The worker that the tabs of a browser share. It ends with the last of them.

const wakes = new Set<() => void>()
const { watch } = createClient({
  fetch: (input, init) => fetch(input, init),
  base: basePath,
  newKey: () => crypto.randomUUID(),
  onWake(wake) {
    wakes.add(wake)
    return () => wakes.delete(wake)
  },
})

const hub = createStreamHub({
  watch,
  wake() {
    for (const wake of wakes) wake()
  },
  now: () => performance.now(),
})

addEventListener('connect', event => {
  if (!(event instanceof MessageEvent)) return
  for (const port of event.ports) {
    port.addEventListener('message', (message: MessageEvent<ToHub>) => hub.receive(port, message.data))
    // Where a browser reports it, also of a tab that crashed.
    port.addEventListener('close', () => hub.receive(port, { kind: 'leave' }))
    port.start()
  }
})
