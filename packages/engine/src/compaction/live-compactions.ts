import type { ChatId } from '@stet/history'
import { applyCompaction } from '../apply-compaction.ts'
import type { CompactionFact } from '../event.ts'
import type { Compaction, CompactionId } from './compaction.ts'

/** A summary that a person asked for and that is being made. */
export interface CompactionByHand {
  readonly id: CompactionId
  readonly cut: () => void
  /** Resolved when its last event was told. */
  readonly ended: Promise<void>
}

/** The compactions of this process, by chat. None is stored: what a process that died was making is not made. */
export interface LiveCompactions {
  of(chatId: ChatId): readonly Compaction[]
  apply(fact: CompactionFact): void
  byHand(chatId: ChatId): readonly CompactionByHand[]
  addByHand(chatId: ChatId, compaction: CompactionByHand): void
  removeByHand(chatId: ChatId, compaction: CompactionByHand): void
}

export function createLiveCompactions(): LiveCompactions {
  const chats = new Map<ChatId, readonly Compaction[]>()
  const byHand = new Map<ChatId, readonly CompactionByHand[]>()
  return {
    of: chatId => chats.get(chatId) ?? [],
    apply(fact) {
      setOrDrop(chats, fact.chatId, applyCompaction(chats.get(fact.chatId) ?? [], fact))
    },
    byHand: chatId => byHand.get(chatId) ?? [],
    addByHand(chatId, compaction) {
      byHand.set(chatId, [...(byHand.get(chatId) ?? []), compaction])
    },
    removeByHand(chatId, compaction) {
      const left = (byHand.get(chatId) ?? []).filter(one => one !== compaction)
      setOrDrop(byHand, chatId, left)
    },
  }
}

function setOrDrop<Item>(map: Map<ChatId, readonly Item[]>, chatId: ChatId, list: readonly Item[]): void {
  if (list.length === 0) map.delete(chatId)
  else map.set(chatId, list)
}
