export type EngineErrorCode =
  | 'chat-not-found'
  | 'message-not-found'
  | 'chat-unreadable'
  | 'run-active' // the path already has an answer in the making
  | 'key-reused' // the same key came with another command
  | 'model-not-found'
  | 'invalid'
  | 'closed'

/** A command that cannot be carried out as things stand. Nothing was written. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
