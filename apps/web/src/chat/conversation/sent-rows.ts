import { type ChatView, isAside, type MessageId } from '@stet/api/client'
import { readCheckpoints } from '../../compaction/checkpoints.ts'
import { isSeenByModel, type MarginNote } from '../../margin/margin.ts'
import type { Row } from '../../state/chat-view.ts'

/** The rows that the next request sends, whole or in part. What is not known yet is among them: once it is drawn, it is asked for. */
export function sentRows(
  rows: readonly Row[],
  { path, earlier, chat }: Pick<ChatView, 'path' | 'earlier' | 'chat'>,
  noteOn: (messageId: MessageId) => MarginNote | null,
): readonly Row[] {
  const { stateOf } = readCheckpoints({ path, earlier, lifts: chat.lifts })
  const isSent = (messageId: MessageId) => {
    const note = noteOn(messageId)
    return note === null || isSeenByModel(note)
  }
  function isShown(row: Row): boolean {
    switch (row.kind) {
      case 'draft':
      case 'waiting':
        return true
      case 'steps':
        return row.messages.some(({ id }) => isSent(id))
      case 'message': {
        const { message } = row
        return isAside(message) ? message.role === 'summary' && stateOf(message.id) === 'holds' : isSent(message.id)
      }
    }
  }
  return rows.filter(isShown)
}
