export { runScript } from './run-script.ts'
export type { FromWorker, ToWorker } from './script-messages.ts'
