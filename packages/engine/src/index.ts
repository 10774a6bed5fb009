export type { ChatView, RunState } from './chat-view.ts'
export type { Draft, DraftPart, DraftPartStart } from './draft.ts'
export type { ChatEvent, Delta, Fact, PublishedEvent, Snapshot } from './event.ts'
