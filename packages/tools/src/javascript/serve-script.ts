import { runScript } from './run-script.ts'
import type { FromWorker, ToWorker } from './script-messages.ts'

/** What a thread of any home can do with the other side. */
export interface ThreadPort {
  post(message: FromWorker): void
  listen(onMessage: (message: ToWorker) => void): void
}

type Answer = Extract<ToWorker, { kind: 'answer' }>

/** Runs the one script that a thread is given. An error is the thread's own, and ends it. */
export function serveScript(port: ThreadPort): void {
  const answers: Answer[] = []
  const readers: ((answer: Answer) => void)[] = []
  const channel = {
    post: (message: FromWorker) => port.post(message),
    next() {
      const known = answers.shift()
      return known === undefined ? new Promise<Answer>(resolve => readers.push(resolve)) : Promise.resolve(known)
    },
  }
  let wasm: WebAssembly.Module | null = null
  port.listen(message => {
    switch (message.kind) {
      case 'load':
        wasm = message.wasm
        return
      case 'answer': {
        const reader = readers.shift()
        if (reader === undefined) answers.push(message)
        else reader(message)
        return
      }
      case 'run':
        if (wasm === null) throw new Error('the thread was given a script before its VM')
        void runScript(wasm, message.script, channel).then(end => port.post({ kind: 'end', end }))
    }
  })
}
