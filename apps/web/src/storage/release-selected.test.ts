import type { ListedAttachment } from '@stet/api/client'
import { expect, it } from 'vitest'
import { releaseSelected, sizeOfFiles } from './release-selected.ts'

function attachment(chatId: `chat_${string}`, messageId: `msg_${string}`, blob: string, size = 10): ListedAttachment {
  const file = { kind: 'file', blob, name: blob, mediaType: 'text/plain', size } as const
  return {
    file,
    messageId,
    role: 'user',
    at: 1,
    chatId,
    workspaceId: 'ws_a',
    title: null,
    released: false,
    there: true,
  }
}

it('[W4] releases what is selected with one command for a chat, a hundred files at most', async () => {
  const sent: [string, string, number][] = []
  const client = {
    async releaseAttachments(chatId: string, { act, attachments }: { act: string; attachments: readonly unknown[] }) {
      sent.push([chatId, act, attachments.length])
      return { changed: attachments.length }
    },
  }
  const many = Array.from({ length: 150 }, (_, at) => attachment('chat_a', `msg_${at}`, `a${at}`))
  await releaseSelected(client, () => 'key', 'delete', [...many, attachment('chat_b', 'msg_b', 'b')])
  expect(sent).toEqual([
    ['chat_a', 'delete', 100],
    ['chat_a', 'delete', 50],
    ['chat_b', 'delete', 1],
  ])
})

it('[W4] counts a file that two messages have once', () => {
  expect(sizeOfFiles([attachment('chat_a', 'msg_a', 'x', 7), attachment('chat_b', 'msg_b', 'x', 7)])).toBe(7)
})
