import fc from 'fast-check'
import type { Message, UnreadableMessage } from '../message.ts'
import { type Act, acts } from './acts.ts'
import { type ChatHistory, createPlayer } from './player.ts'

export interface ChatHistoryOptions {
  /** How many things happen to a chat at most; about one and a half messages each. */
  readonly maxActs?: number
  /** Whether some messages read as unreadable, as a store gives them for a row that it cannot open. */
  readonly unreadable?: boolean
}

/**
 * Chats as they come to be: branches, steps with parallel calls, calls left unanswered at a leaf, answers that failed or were
 * interrupted, mixed origins, attachments, empty and huge messages, any Unicode, titles, checkpoints, lifts, marks,
 * deletions with their accounting (priced by `exactCostOf`), and messages copied by a fork. What holds in every
 * stored chat holds in them: see the README.
 */
export function chatHistories({
  maxActs = 40,
  unreadable = false,
}: ChatHistoryOptions = {}): fc.Arbitrary<ChatHistory> {
  return fc
    .record({
      salt: fc.nat(),
      copied: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(acts(), { maxLength: 6 }) },
      ),
      here: fc.array(acts(), { maxLength: maxActs, size: 'max' }),
      corrupt: unreadable ? fc.array(fc.nat(), { maxLength: 3 }) : fc.constant([]),
    })
    .map(({ salt, copied, here, corrupt }) => corrupted(played(salt, copied, here), corrupt))
}

function played(salt: number, copied: readonly Act[], here: readonly Act[]): ChatHistory {
  const player = createPlayer(salt)
  // A fork copies one path, so nothing branches yet, and leaves choices and accounting behind.
  for (const act of copied) {
    if (act.act !== 'delete' && act.act !== 'choose') player.play({ ...act, place: 'newest' }, 'copied')
  }
  for (const act of here) player.play(act, 'here')
  return player.history()
}

function corrupted({ chat, messages }: ChatHistory, picks: readonly number[]): ChatHistory {
  const hit = new Set(picks.map(pick => pick % Math.max(messages.length, 1)))
  return { chat, messages: messages.map((message, index) => (hit.has(index) ? unreadableFrom(message) : message)) }
}

function unreadableFrom({ id, chatId, parentId, order }: Message): UnreadableMessage {
  return { id, chatId, parentId, order, at: 0, copiedFrom: null, role: 'unreadable', because: 'the seal is broken' }
}
