export type { FromWorker } from './script-messages.ts'
