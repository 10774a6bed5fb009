import type { ChatId, Message, MessageId, NewMessage, Path } from '@stet/history'
import { type PathStep, readPathBackwards, type Store } from '@stet/store'

/** The end of a path, read backwards as far as it is asked for, and each message once. */
export interface PathTail {
  /** The last links with their asides: at least this many, or all there are. */
  atLeast(links: number): Promise<Path>
}

export function createPathTail(store: Store, chatId: ChatId, leaf: MessageId | null): PathTail {
  const steps = readPathBackwards(store, chatId, leaf)
  const read: PathStep[] = []
  let whole = false
  return {
    async atLeast(links) {
      // What stands above the root comes with it: a path that begins at its root is all of the path.
      while (!whole && (read.length < links || read.at(-1)?.link?.parentId === null)) {
        const step = await steps.next()
        if (step.done === true) whole = true
        else read.push(step.value)
      }
      return read
        .toReversed()
        .flatMap(({ link, asides }): Message[] => (link === null ? [...asides] : [link, ...asides]))
    },
  }
}

/** A path that ends in messages which are not written yet. */
export function withUnwritten(tail: PathTail, messages: readonly NewMessage[]): PathTail {
  const added = messages.map((message, index) => ({
    ...message,
    order: Number.MAX_SAFE_INTEGER - messages.length + index,
  }))
  return { atLeast: async links => [...(await tail.atLeast(links)), ...added] }
}
