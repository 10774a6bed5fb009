import type { ChatId, RunId } from '@stet/history'
import type { Engine } from '../engine.ts'
import { applyEvent } from '../view/apply-event.ts'
import type { ChatView } from '../view/chat-view.ts'
import type { PublishedEvent } from '../view/event.ts'

/** A page that watches one chat, as the web app does: it reduces what it receives, and starts over when it cannot. */
export interface TestPage {
  /** Resolves with the first view, from now on, of which this is true. */
  until(holds: (view: ChatView) => boolean): Promise<ChatView>
  /** Resolves with the view after the last event of a run; a page that had to start over may find it ended without learning of it. */
  untilEnded(runId: RunId): Promise<ChatView>
  readonly received: readonly PublishedEvent[]
  leave(): void
}

interface Waiting {
  readonly holds: (view: ChatView) => boolean
  readonly resolve: (view: ChatView) => void
  readonly reject: (error: unknown) => void
}

export interface PageOptions {
  /** After how many events its connection is lost; never, without. */
  readonly eventsPerConnection?: number
}

export function openPage(engine: Engine, chatId: ChatId, options: PageOptions = {}): TestPage {
  const { eventsPerConnection = Number.POSITIVE_INFINITY } = options
  const controller = new AbortController()
  const received: PublishedEvent[] = []
  const waiting = new Set<Waiting>()
  let view: ChatView | null = null
  let startsOver = false
  let startedOver = 0

  function show(now: ChatView) {
    view = now
    for (const one of waiting) {
      if (!one.holds(now)) continue
      waiting.delete(one)
      one.resolve(now)
    }
  }

  async function listen() {
    let lastEventId: string | null = null
    while (!controller.signal.aborted) {
      let left = eventsPerConnection
      for await (const event of engine.watch({ chats: [chatId], lastEventId, signal: controller.signal })) {
        received.push(event)
        if (startsOver && event.event.kind === 'snapshot') {
          startsOver = false
          startedOver += 1
        }
        lastEventId = event.id
        const next: ChatView | 'resync' | null = reduce(view, event)
        if (next === 'resync') {
          lastEventId = null
          startsOver = true
          break
        }
        if (next !== null) show(next)
        left -= 1
        if (left === 0) break
      }
      // An engine that has closed ends every watcher at once.
      await new Promise(resolve => setTimeout(resolve, 1))
    }
  }

  listen().then(undefined, error => {
    for (const one of waiting) one.reject(error)
  })

  function until(holds: Waiting['holds']): Promise<ChatView> {
    if (view !== null && holds(view)) return Promise.resolve(view)
    const { promise, resolve, reject } = Promise.withResolvers<ChatView>()
    waiting.add({ holds, resolve, reject })
    return promise
  }

  return {
    until,
    untilEnded(runId) {
      const before = startedOver
      const isReceived = () => received.some(({ event }) => event.kind === 'run-ended' && event.runId === runId)
      return until(now => isReceived() || (startedOver > before && now.runs.every(run => run.runId !== runId)))
    },
    received,
    leave: () => controller.abort(),
  }
}

/** Null for an event that comes before the chat's own snapshot. */
export function reduce(view: ChatView | null, { event }: PublishedEvent): ChatView | 'resync' | null {
  if (event.kind === 'snapshot') return event.view
  return view === null ? null : applyEvent(view, event)
}
