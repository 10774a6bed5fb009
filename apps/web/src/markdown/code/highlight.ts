import type { CodeLine, HighlightReply, HighlightRequest } from './code-ink.ts'
import type { Language } from './code-language.ts'

interface Waiting {
  readonly resolve: (lines: readonly CodeLine[]) => void
  readonly reject: (error: Error) => void
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Highlights in a worker: a grammar takes longer to load than a frame may last. */
export function highlight(code: string, language: Language): Promise<readonly CodeLine[]> {
  worker ??= startWorker()
  lastId += 1
  const request: HighlightRequest = { id: lastId, code, language }
  const reply = new Promise<readonly CodeLine[]>((resolve, reject) => {
    waiting.set(request.id, { resolve, reject })
  })
  worker.postMessage(request)
  return reply
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', (message: MessageEvent<HighlightReply>) => {
    waiting.get(message.data.id)?.resolve(message.data.lines)
    waiting.delete(message.data.id)
  })
  started.addEventListener('error', event => {
    for (const { reject } of waiting.values()) reject(new Error(`highlighting failed: ${event.message}`))
    waiting.clear()
    started.terminate()
    worker = undefined
  })
  return started
}
