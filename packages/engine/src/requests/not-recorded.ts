/** A request that was not sent, because the ledger could not be written first (U1). */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'

  constructor(cause: unknown) {
    const because = cause instanceof Error ? cause.message : String(cause)
    super(`The request was not sent, because it could not be recorded first: ${because}`, { cause })
  }
}
