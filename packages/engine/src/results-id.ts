import { type MessageId, makeId } from '@stet/history'
import { blobId } from '@stet/store'

/** The results of one answer have one id, so that they can only be written once, whoever writes them. */
export async function resultsIdOf(answerId: MessageId): Promise<MessageId> {
  const hash = await blobId(new TextEncoder().encode(`results of ${answerId}`))
  const bytes = Array.from({ length: 20 }, (_, index) => Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16))
  return makeId('msg', Uint8Array.from(bytes))
}
