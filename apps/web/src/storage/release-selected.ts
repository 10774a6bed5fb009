import type { ChatId, Client, ListedAttachment } from '@stet/api/client'

export type ReleaseAct = 'release' | 'restore' | 'delete'

/** One command takes this many. */
const AT_ONCE = 100

/** Acts on attachments chat by chat. Returns how many it did; rejects with the first failure, after which the others are as they were. */
export async function releaseSelected(
  client: Pick<Client, 'releaseAttachments'>,
  newKey: () => string,
  act: ReleaseAct,
  chosen: readonly ListedAttachment[],
): Promise<void> {
  const chats = Map.groupBy(chosen, ({ chatId }): ChatId => chatId)
  for (const [chatId, of] of chats) {
    for (let from = 0; from < of.length; from += AT_ONCE) {
      const attachments = of.slice(from, from + AT_ONCE).map(({ messageId, file }) => ({ messageId, blob: file.blob }))
      await client.releaseAttachments(chatId, { act, attachments, key: newKey() })
    }
  }
}

/** Files that are stored once count once. */
export function sizeOfFiles(chosen: readonly ListedAttachment[]): number {
  const files = new Map(chosen.map(({ file }) => [file.blob, file.size]))
  return [...files.values()].reduce((total, size) => total + size, 0)
}
