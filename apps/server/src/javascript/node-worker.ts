import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ScriptWorker } from '@stet/tools'
import type { FromWorker } from '@stet/tools/script'

/**
 * Threads of Node, each for one script. The VM is compiled once, when the first is started. After a script the next thread is started and waits
 * empty: most of the time that a call takes is the start of its thread.
 */
export function createNodeWorkers(): () => Promise<ScriptWorker> {
  let compiled: Promise<WebAssembly.Module> | null = null
  let spare: Worker | null = null

  function start(wasm: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./node-thread.mjs', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    worker.postMessage({ kind: 'load', wasm })
    return worker
  }

  /** An empty thread keeps no process alive. One that dies is not used. */
  function startSpare(wasm: WebAssembly.Module): Worker {
    const worker = start(wasm)
    worker.unref()
    worker.once('exit', () => {
      if (spare === worker) spare = null
    })
    worker.once('error', () => undefined)
    return worker
  }

  return async () => {
    compiled ??= compile()
    const wasm = await compiled
    const worker = spare ?? start(wasm)
    spare = null
    worker.ref()
    return {
      post: message => worker.postMessage(message),
      listen(onMessage, onError) {
        worker.on('message', (message: FromWorker) => onMessage(message))
        worker.on('error', onError)
      },
      async terminate() {
        await worker.terminate()
        spare ??= startSpare(wasm)
      },
    }
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  return WebAssembly.compile(await readFile(path))
}
