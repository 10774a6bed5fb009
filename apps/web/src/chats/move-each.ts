import type { ChatEntry } from '@stet/api/client'

export interface Moved {
  /** In the order in which they were done. */
  readonly done: readonly { readonly chat: ChatEntry; readonly askedAt: number }[]
  readonly failed: readonly { readonly chat: ChatEntry; readonly error: unknown }[]
}

/** Commands under way at once: a browser opens six connections, and one of them carries the events. */
const AT_ONCE = 4

/** Applies a command to every chat, in order. After a failure the others are still tried. */
export async function moveEach(
  chats: readonly ChatEntry[],
  act: (chat: ChatEntry) => Promise<unknown>,
  now: () => number,
): Promise<Moved> {
  const left = [...chats]
  const done: { readonly chat: ChatEntry; readonly askedAt: number }[] = []
  const failed: { readonly chat: ChatEntry; readonly error: unknown }[] = []
  const work = async () => {
    for (let chat = left.shift(); chat !== undefined; chat = left.shift()) {
      const askedAt = now()
      try {
        await act(chat)
        done.push({ chat, askedAt })
      } catch (error) {
        failed.push({ chat, error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done, failed }
}
