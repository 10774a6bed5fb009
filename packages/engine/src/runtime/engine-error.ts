export type EngineErrorCode =
  | 'chat-not-found'
  | 'message-not-found'
  | 'message-gone' // it no longer waits
  | 'chat-unreadable'
  | 'run-active' // an answer is being written on the path
  | 'key-reused' // the same key came with another command
  | 'secrets-differ' // the same key and command came with other credentials
  | 'model-not-found'
  | 'provider-not-found'
  | 'workspace-not-found'
  | 'prompt-not-found'
  | 'mcp-server-not-found'
  | 'mcp-failed' // the server could not be reached, or did not do what it was asked for
  | 'provider-unreadable'
  | 'cannot-fit' // what must be sent is more than the window holds
  | 'directory-refused' // it cannot be exposed, or is exposed and cannot be read
  | 'call-not-found'
  | 'call-decided' // someone decided it before, or it ran
  | 'call-changed' // what was approved is not what would run
  | 'request-not-found'
  | 'request-gone' // its message was deleted: what it cost is kept, what it said is not
  | 'request-unreadable'
  | 'attachment-gone' // its bytes were deleted before the message was sent
  | 'file-not-found'
  | 'file-exists'
  | 'file-changed' // somebody else wrote it since it was opened
  | 'file-refused' // its path, size or kind
  | 'invalid'
  | 'closed'

/** A command that cannot be carried out now. Nothing was written. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode
  /** The field of the command that is wrong; null if none is. */
  readonly field: string | null

  constructor(code: EngineErrorCode, message: string, field: string | null = null) {
    super(message)
    this.code = code
    this.field = field
  }
}
