import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'

// The thread of one script. Written without types: Node would start its stripper in every thread, which takes longer than all the rest.
const port = parentPort
if (port === null) throw new Error('this file is started as a thread')

// Modules are kept stripped and compiled, in Stet's own folder: the one that Node would choose can be written by every user of the computer.
enableCompileCache(fileURLToPath(new URL('../../../../.cache/threads', import.meta.url)))
const { serveScript } = await import('@stet/tools/script')

serveScript({ post: message => port.postMessage(message), listen: onMessage => port.on('message', onMessage) })
