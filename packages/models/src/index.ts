export type { ModelErrorFacts, ModelErrorKind } from './model-error.ts'
export { ModelError } from './model-error.ts'
export type { Answer, AnsweredPart, ModelEvent, PartStart } from './model-event.ts'
export type { ModelCall, Models } from './models.ts'
