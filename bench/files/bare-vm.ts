import { parentPort, workerData } from 'node:worker_threads'
import { QuickJS } from 'quickjs-wasi'

/** The least that a script in a thread of its own needs. */
using vm = await QuickJS.create({ wasm: workerData as WebAssembly.Module, memoryLimit: 64 * 1024 * 1024 })
using result = vm.evalCode('(() => 1)()', '<script>')
parentPort?.postMessage(result.toNumber())
