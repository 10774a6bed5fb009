import { parentPort, workerData } from 'node:worker_threads'
import { type FromWorker, runScript, type ToWorker } from '@stet/tools/script'

/** The thread of one script. */
const port = parentPort
if (port === null) throw new Error('this file is started as a thread')

type Answer = Extract<ToWorker, { kind: 'answer' }>

const answers: Answer[] = []
const readers: ((answer: Answer) => void)[] = []

port.on('message', (message: ToWorker) => {
  if (message.kind === 'answer') {
    const reader = readers.shift()
    if (reader === undefined) answers.push(message)
    else reader(message)
    return
  }
  const channel = {
    post: (said: FromWorker) => port.postMessage(said),
    next: () => {
      const known = answers.shift()
      return known === undefined ? new Promise<Answer>(resolve => readers.push(resolve)) : Promise.resolve(known)
    },
  }
  void runScript(workerData as WebAssembly.Module, message.script, channel).then(
    end => port.postMessage({ kind: 'end', end }),
    (error: unknown) => {
      throw error
    },
  )
})
