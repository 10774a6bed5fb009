import type { ChatId } from '@stet/history'
import type { EventHub } from '../events/event-hub.ts'
import { applyCompaction } from '../view/apply-compaction.ts'
import type { Compaction, CompactionId } from '../view/compaction.ts'
import type { CompactionFact } from '../view/event.ts'

/** A summary that the user asked for, while it is being made. */
interface CompactionByHand {
  readonly id: CompactionId
  readonly cut: () => void
  /** Resolves when its last event was published. */
  readonly ended: Promise<void>
}

/** The running compactions of this process, by chat. None is stored: after a crash they were not made. */
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

interface PublishDeps {
  readonly compactions: LiveCompactions
  readonly hub: Pick<EventHub, 'publish'>
}

/** Updates what a loading page sees and what subscribers receive, together. */
export function publishCompaction({ compactions, hub }: PublishDeps, fact: CompactionFact): void {
  compactions.apply(fact)
  hub.publish(fact)
}
