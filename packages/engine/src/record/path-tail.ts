import { type ChatId, isCheckpoint, type Message, type MessageId, type NewMessage, type Path } from '@stet/history'
import { type NewestMessages, type PathStep, readPathBackwards, type Store } from '@stet/store'

/** The end of a path, read backwards as far as needed, each message once. */
export interface PathTail {
  /** The last links with their asides: at least this many, or all there are. */
  atLeast(links: number): Promise<Path>
  /** The same, but stops at a checkpoint, since what is above one is rarely needed. Asked again, it continues above it. */
  toCheckpoint(links: number): Promise<Path>
}

export function createPathTail(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
  /** Messages of earlier reads, which are not read again. */
  known?: NewestMessages,
): PathTail {
  const backwards = readPathBackwards(store, chatId, leaf, known)
  const steps: PathStep[] = []
  let whole = false
  async function read(links: number, stopAt: (step: PathStep) => boolean): Promise<Path> {
    // Asides above the root are read together with it, so that a path that starts at its root is complete.
    while (!whole && (steps.length < links || steps.at(-1)?.link?.parentId === null)) {
      const step = await backwards.next()
      if (step.done === true) whole = true
      else {
        steps.push(step.value)
        if (stopAt(step.value) && step.value.link?.parentId !== null) break
      }
    }
    return steps
      .toReversed()
      .flatMap(({ link, asides }): Message[] => (link === null ? [...asides] : [link, ...asides]))
  }

  return {
    atLeast: links => read(links, () => false),
    toCheckpoint: links => read(links, ({ asides }) => asides.some(isCheckpoint)),
  }
}

/** The same path followed by messages that are not written yet. */
export function withUnwritten(tail: PathTail, messages: readonly NewMessage[]): PathTail {
  const added = messages.map((message, index) => ({
    ...message,
    order: Number.MAX_SAFE_INTEGER - messages.length + index,
  }))
  return {
    atLeast: async links => [...(await tail.atLeast(links)), ...added],
    toCheckpoint: async links => [...(await tail.toCheckpoint(links)), ...added],
  }
}

/** Those have orders that no store gives. */
export function isUnwritten({ order }: Message): boolean {
  return order > Number.MAX_SAFE_INTEGER / 2
}
