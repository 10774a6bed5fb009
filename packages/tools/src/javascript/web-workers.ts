import type { ScriptWorker } from './sandbox.ts'
import type { FromWorker } from './script-messages.ts'

/** What is used of a Web Worker. */
interface StartedWorker {
  postMessage(message: unknown): void
  addEventListener(kind: 'message', listener: (event: { readonly data: FromWorker }) => void): void
  addEventListener(kind: 'error', listener: (event: { readonly message: string }) => void): void
  terminate(): void
}

interface WebWorkersDeps {
  /** Starts a Worker whose script is `@stet/tools/web-thread`. */
  readonly start: () => StartedWorker
  /** The bytes of the VM, `quickjs-wasi/quickjs.wasm`. */
  readonly fetchVm: () => Promise<Response>
}

/** Threads of a browser, each for one script. The VM is compiled once, when the first is started. */
export function createWebWorkers({ start, fetchVm }: WebWorkersDeps): () => Promise<ScriptWorker> {
  let compiled: Promise<WebAssembly.Module> | null = null
  return async () => {
    compiled ??= fetchVm().then(async response => WebAssembly.compile(await response.arrayBuffer()))
    const wasm = await compiled
    const worker = start()
    worker.postMessage({ kind: 'load', wasm })
    return {
      post: message => worker.postMessage(message),
      listen(onMessage, onError) {
        worker.addEventListener('message', ({ data }) => onMessage(data))
        worker.addEventListener('error', ({ message }) => onError(new Error(message)))
      },
      terminate: async () => worker.terminate(),
    }
  }
}
