export type { FromWorker } from './script-messages.ts'
export { serveScript } from './serve-script.ts'
