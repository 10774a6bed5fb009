/** What a page needs of the engine at run time, and nothing else of it: the reducer of its events. */
export { applyEvent } from './apply-event.ts'
