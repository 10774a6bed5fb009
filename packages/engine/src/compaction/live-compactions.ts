import type { ChatId } from '@stet/history'
import type { EventHub } from '../events/event-hub.ts'
import { applyCompaction } from '../view/apply-compaction.ts'
import type { Compaction, CompactionId } from '../view/compaction.ts'
import type { CompactionFact } from '../view/event.ts'

/** A summary that a person asked for and that is being made. */
interface CompactionByHand {
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

interface TellDeps {
  readonly compactions: LiveCompactions
  readonly hub: Pick<EventHub, 'publish'>
}

/** What a page that loads now sees, and what one that watches hears, are told together. */
export function tellCompaction({ compactions, hub }: TellDeps, fact: CompactionFact): void {
  compactions.apply(fact)
  hub.publish(fact)
}
