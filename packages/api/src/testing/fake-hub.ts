import type { ChatEvent, PublishedEvent, Watcher } from '@stet/engine'

/** Publishes like the engine does: what followed the given id, or all of it for an id it does not know. */
export class FakeHub {
  readonly watchers: Watcher[] = []
  #events: PublishedEvent[] = []
  #wake = new Set<() => void>()
  #closed = false

  publish(...events: ChatEvent[]): void {
    for (const event of events) this.#events.push({ id: `epoch-${this.#events.length + 1}`, event })
    this.#wakeAll()
  }

  close(): void {
    this.#closed = true
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of this.#wake) wake()
    this.#wake.clear()
  }

  readonly watch = (watcher: Watcher): AsyncIterable<PublishedEvent> => {
    this.watchers.push(watcher)
    return this.#follow(watcher)
  }

  async *#follow({ signal, lastEventId }: Watcher): AsyncGenerator<PublishedEvent> {
    let next = this.#events.findIndex(event => event.id === lastEventId) + 1
    while (!signal.aborted && !this.#closed) {
      const event = this.#events[next]
      if (event === undefined) {
        await new Promise<void>(resolve => {
          this.#wake.add(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      } else {
        next += 1
        yield event
      }
    }
  }
}
