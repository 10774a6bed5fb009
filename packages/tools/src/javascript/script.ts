export type { FromWorker, ToWorker } from './script-messages.ts'
export { serveScript, type ThreadPort } from './serve-script.ts'
