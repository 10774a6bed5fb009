export type { ModelCase } from './describe-models.ts'
export { describeModels } from './describe-models.ts'
export type { StreamRecord } from './find-breaches.ts'
export { findBreaches, recordStream } from './find-breaches.ts'
