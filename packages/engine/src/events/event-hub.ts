import { type ChatEntry, type ChatId, toChatEntry } from '@stet/history'
import type { ChatEvent, ChatListed, PublishedEvent } from '../view/event.ts'
import { createEventQueue, type EventQueue } from './event-queue.ts'
import { createEventRing, type EventRing, type NumberedEvent } from './event-ring.ts'
import { joinDeltas } from './join-deltas.ts'
import type { WaitingApprovals } from './waiting-approvals.ts'

/** Limits for all chats together. A page of a chat whose events were forgotten gets a snapshot. */
const MOST_EVENTS = 65_536
const MOST_CHARACTERS = 64_000_000
/** How long changes of the chat list are collected: otherwise each change of each chat would be written to every page. */
const LIST_PAUSE_MS = 200
/** A subscriber's queue holds a thousand; the rest is published with the next batch. */
const MOST_LISTED_AT_ONCE = 100

/**
 * Delivers an owner's events to subscribers. A chat that changed, began or ended a run is sent to all others with a list as `chat-listed`,
 * with the next batch of list changes; chats made by a call are in no list. No event is stored.
 */
export interface EventHub {
  publish(event: ChatEvent): void
  /** `list`: whether it also gets the changes of all other chats. */
  subscribe(chats: ReadonlySet<ChatId>, lastEventId: string | null, list?: boolean): Subscription
  /** Whether a page is open: somebody could answer a question. */
  isWatched(): boolean
  /** Ends every subscription after its queued events, and every later one. */
  close(): void
}

export interface Subscription {
  /** Chats whose missed events are gone: each needs a snapshot first. */
  readonly unserved: readonly ChatId[]
  /** The id of the last snapshot: the events after it follow this id. */
  readonly from: string
  /** The id of all snapshots but the last: a subscriber that disconnects there lacks the others, and starts over. */
  readonly startOver: string
  readonly missed: readonly PublishedEvent[]
  /** Waits for the next event; null when the subscription has ended. */
  next(): Promise<PublishedEvent | null>
  /** Takes the queued events, about as many as make one write. */
  takeReady(): readonly PublishedEvent[]
  /** Whether its queued events have waited for more than a second: what it lacks is then better read again, joined. */
  isBehind(): boolean
  leave(): void
}

interface Watcher {
  readonly chats: ReadonlySet<ChatId>
  readonly list: boolean
  readonly queue: EventQueue
}

/** Calls a function later; returns how to cancel that. */
export type Later = (act: () => void, milliseconds: number) => () => void

export interface EventHubDeps {
  readonly randomBytes: (count: number) => Uint8Array
  readonly isRunning: (chatId: ChatId) => boolean
  readonly approvals: Pick<WaitingApprovals, 'note' | 'of' | 'takeChanged'>
  readonly later?: Later
  /** In milliseconds, never backwards. */
  readonly now?: () => number
}

export function createEventHub({
  randomBytes,
  isRunning,
  approvals,
  later = laterByTimer,
  now = () => performance.now(),
}: EventHubDeps): EventHub {
  const ids = createEventIds(randomBytes)
  const list = createEventRing(0)
  /** The entry of each chat that changed and is not published to lists yet. */
  const unlisted = new Map<ChatId, ChatEntry>()
  /** The entries of chats with a run: its end changes the list too. */
  const runs = new Map<ChatId, ChatEntry>()
  let cancel: (() => void) | null = null
  /** Least recently used first. */
  const rings = new Map<ChatId, EventRing>()
  const watchers = new Set<Watcher>()
  /** The same by chat: a delta concerns one or two of a thousand subscribers. */
  const watchersOf = new Map<ChatId, Set<Watcher>>()
  let events = 0
  let characters = 0
  let forgottenThrough = 0
  let newest = 1
  let closed = false

  function ringOf(chatId: ChatId): EventRing {
    const ring = rings.get(chatId) ?? createEventRing(forgottenThrough)
    rings.delete(chatId)
    rings.set(chatId, ring)
    return ring
  }

  function keep(numbered: NumberedEvent, chatId: ChatId) {
    const ring = ringOf(chatId)
    const before = { events: ring.events, characters: ring.characters }
    ring.add(numbered)
    events += ring.events - before.events
    characters += ring.characters - before.characters
    for (const [idleId, idle] of rings) {
      if (events <= MOST_EVENTS && characters <= MOST_CHARACTERS) return
      rings.delete(idleId)
      events -= idle.events
      characters -= idle.characters
      forgottenThrough = Math.max(forgottenThrough, idle.newest())
    }
  }

  function enter(watcher: Watcher) {
    watchers.add(watcher)
    for (const chatId of watcher.chats) {
      const of = watchersOf.get(chatId) ?? new Set()
      watchersOf.set(chatId, of.add(watcher))
    }
  }

  function leave(watcher: Watcher) {
    watchers.delete(watcher)
    for (const chatId of watcher.chats) {
      const of = watchersOf.get(chatId)
      of?.delete(watcher)
      if (of?.size === 0) watchersOf.delete(chatId)
    }
  }

  function number(event: ChatEvent): NumberedEvent {
    newest += 1
    return { number: newest, size: eventSize(event), published: { id: ids.at(newest), event } }
  }

  function push(watcher: Watcher, numbered: NumberedEvent): void {
    if (!watcher.queue.push(numbered)) leave(watcher)
  }

  function listChange(event: ChatEvent): void {
    if (event.kind === 'chat-changed' && event.chat.calledBy === null) {
      const entry = toChatEntry(event.chat)
      runs.set(event.chatId, entry)
      listLater(event.chatId, entry)
    } else if (event.kind === 'run-started' || event.kind === 'run-ended') {
      const entry = runs.get(event.chatId)
      if (event.kind === 'run-ended') runs.delete(event.chatId)
      if (entry !== undefined) listLater(event.chatId, entry)
    }
  }

  function listLater(chatId: ChatId, entry: ChatEntry): void {
    unlisted.delete(chatId)
    unlisted.set(chatId, entry)
    cancel ??= later(publishLists, LIST_PAUSE_MS)
  }

  /** Numbered when published, so that a subscriber that reconnects with an earlier id still gets them. */
  function publishLists(): void {
    cancel = null
    for (const [chatId, chat] of [...unlisted].slice(0, MOST_LISTED_AT_ONCE)) {
      unlisted.delete(chatId)
      const event: ChatListed = {
        kind: 'chat-listed',
        chatId,
        chat,
        running: isRunning(chatId),
        waiting: approvals.of(chatId),
      }
      if (!event.running) runs.delete(chatId)
      const numbered = number(event)
      list.add(numbered)
      for (const watcher of watchers) if (watcher.list && !watcher.chats.has(event.chatId)) push(watcher, numbered)
    }
    if (unlisted.size > 0) cancel = later(publishLists, LIST_PAUSE_MS)
  }

  function publishWaiting(chatId: ChatId): void {
    const numbered = number({ kind: 'waiting-changed', chatId, waiting: approvals.of(chatId) })
    keep(numbered, chatId)
    list.add(numbered)
    for (const watcher of watchers) if (watcher.list || watcher.chats.has(chatId)) push(watcher, numbered)
  }

  /** Null when not even the chat list can be resumed. */
  function missedBy(chats: ReadonlySet<ChatId>, lastEventId: string | null, withList: boolean) {
    const seen = ids.numberIn(lastEventId)
    const listed = seen === null || seen > newest ? null : withList ? list.after(seen) : []
    if (seen === null || listed === null) return null
    const unserved: ChatId[] = []
    const missed: (readonly NumberedEvent[])[] = [
      listed.filter(({ published: { event } }) => event.chatId === null || !chats.has(event.chatId)),
    ]
    for (const chatId of chats) {
      const followed = (rings.get(chatId) ?? createEventRing(forgottenThrough)).after(seen)
      if (followed === null) unserved.push(chatId)
      else missed.push(followed)
    }
    const from = ids.at(seen)
    return { unserved, missed: joinMissed(missed, from), from }
  }

  function publish(event: Parameters<EventHub['publish']>[0]): void {
    if (event.kind === 'workspaces-changed') {
      const numbered = number(event)
      list.add(numbered)
      for (const watcher of watchers) if (watcher.list) push(watcher, numbered)
      return
    }
    const elsewhere = approvals.note(event)
    // Before the event itself: a page that starts over because of it still gets this.
    for (const chatId of approvals.takeChanged()) publishWaiting(chatId)
    const numbered = number(event)
    keep(numbered, event.chatId)
    for (const watcher of watchersOf.get(event.chatId) ?? []) push(watcher, numbered)
    listChange(event)
    if (elsewhere !== null) publish({ kind: 'call-questions-changed', chatId: elsewhere })
  }

  return {
    publish,
    subscribe(chats, lastEventId, withList = true) {
      const resumed = missedBy(chats, lastEventId, withList) ?? {
        unserved: [...chats],
        missed: [],
        from: ids.at(newest),
      }
      const watcher = { chats, list: withList, queue: createEventQueue(now) }
      if (closed) watcher.queue.end()
      else enter(watcher)
      return {
        ...resumed,
        startOver: ids.startOver,
        next: watcher.queue.next,
        takeReady: watcher.queue.takeReady,
        isBehind: watcher.queue.isBehind,
        leave() {
          leave(watcher)
          watcher.queue.drop()
        },
      }
    },
    isWatched: () => watchers.size > 0,
    close() {
      closed = true
      cancel?.()
      while (unlisted.size > 0) publishLists()
      cancel?.()
      for (const watcher of watchers) watcher.queue.end()
      watchers.clear()
      watchersOf.clear()
    },
  }
}

/**
 * The missed events of several chats, chat after chat, with text that continues joined: a thousand deltas one by one would keep a page behind for
 * half a minute (FE-1). A page that disconnects between two chats lacks the second, so only the last event has an id to resume after it.
 */
function joinMissed(chats: readonly (readonly NumberedEvent[])[], from: string): readonly PublishedEvent[] {
  const missed = chats.filter(events => events.length > 0)
  const joined = missed.flatMap(events => joinDeltas(events.map(({ published }) => published)))
  if (missed.length < 2) return joined
  const newest = missed.flat().reduce((one, other) => (one.number > other.number ? one : other)).published.id
  return joined.map(({ event }, index) => ({ id: index === joined.length - 1 ? newest : from, event }))
}

function laterByTimer(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

/** `<epoch>-<number>`: the epoch is random per process and owner, the number counts that owner's events. */
interface EventIds {
  /** The id of the event with this number. */
  at(number: number): string
  /** An id that cannot be resumed from. */
  readonly startOver: string
  /** The number in an id of this epoch; null for anything else. */
  numberIn(id: string | null): number | null
}

const FORM = /^([0-9a-f]{16})-([1-9]\d{0,15})$/

function createEventIds(randomBytes: (count: number) => Uint8Array): EventIds {
  const epoch = Array.from(randomBytes(8), byte => byte.toString(16).padStart(2, '0')).join('')
  return {
    at: number => `${epoch}-${number}`,
    startOver: `${epoch}-0`,
    numberIn(id) {
      const [, itsEpoch, number] = FORM.exec(id ?? '') ?? []
      return itsEpoch === epoch ? Number(number) : null
    },
  }
}

/** About how many characters an event holds, which limits rings and queues. */
function eventSize(event: ChatEvent): number {
  return event.kind === 'part-delta' ? event.text.length : JSON.stringify(event).length
}
