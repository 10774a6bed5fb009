import { Worker } from 'node:worker_threads'

/** How long one file may take, and how much memory: a hostile one must not take the server with it. */
export interface ExtractLimits {
  readonly milliseconds: number
  readonly megabytes: number
}

const LIMITS: ExtractLimits = { milliseconds: 20_000, megabytes: 512 }
const WORKER = new URL('./extract-worker.ts', import.meta.url)

/** The text of a PDF or DOCX, made in a thread of its own. Rejects when the file is damaged or takes too long. */
export function createExtractText(limits = LIMITS): (bytes: Uint8Array, mediaType: string) => Promise<string> {
  return (bytes, mediaType) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const worker = new Worker(WORKER, {
      // A hostile file that gets out of its parser finds no key there.
      env: {},
      workerData: { bytes, mediaType },
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => reject(new Error('it took too long')), limits.milliseconds)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the thread ended with ${code}`)))
    return promise.finally(async () => {
      clearTimeout(timer)
      await worker.terminate()
    })
  }
}
