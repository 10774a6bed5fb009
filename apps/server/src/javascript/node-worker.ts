import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ScriptWorker } from '@stet/tools'
import type { FromWorker } from '@stet/tools/script'

/** Threads of Node, each for one script. The VM is compiled once, when the first is started. */
export function createNodeWorkers(): () => Promise<ScriptWorker> {
  let compiled: Promise<WebAssembly.Module> | null = null
  return async () => {
    compiled ??= compile()
    const worker = new Worker(new URL('./node-thread.ts', import.meta.url), {
      workerData: await compiled,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    return {
      post: message => worker.postMessage(message),
      listen(onMessage, onError) {
        worker.on('message', (message: FromWorker) => onMessage(message))
        worker.on('error', onError)
      },
      async terminate() {
        await worker.terminate()
      },
    }
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  return WebAssembly.compile(await readFile(path))
}
