import type { ToWorker } from './script-messages.ts'
import { serveScript } from './serve-script.ts'

/** The Web Worker of one script. */
serveScript({
  post: message => postMessage(message),
  listen: onMessage => addEventListener('message', ({ data }: MessageEvent<ToWorker>) => onMessage(data)),
})
