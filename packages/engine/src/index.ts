export type { ChatView, RunState } from './chat-view.ts'
export type { Draft, DraftPart, DraftPartStart } from './draft.ts'
export type {
  EarlierPath,
  Engine,
  RenameCommand,
  SendCommand,
  Sent,
  StopCommand,
  Stopped,
  Watcher,
} from './engine.ts'
export type { EngineErrorCode } from './engine-error.ts'
export { EngineError } from './engine-error.ts'
export type { ChatEvent, Delta, Fact, PublishedEvent, Snapshot } from './event.ts'
