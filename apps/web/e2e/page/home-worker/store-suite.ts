import { createMemoryDatabase, createSealedDatabase, makeKey } from '@stet/store'
import { describeStore } from '@stet/store/testing'
import { runAll } from './vitest-in-worker.ts'

// The conformance suite of the store in a Worker of a browser, streams of blobs among it: what a browser home relies on.
describeStore('memory', async () => createMemoryDatabase())
describeStore('a sealed memory database', async () => {
  const key = makeKey()
  const sealed = createSealedDatabase(createMemoryDatabase())
  return { openStore: owner => sealed.openStore(owner, key), close: () => sealed.close() }
})

// The property over many stores takes most of the time, and is proved by every backend outside a browser.
postMessage(await runAll(name => / > (blobs|lists|changes)/.test(name)))
