import { describe, expect, it } from 'vitest'
import { openFromNotice, showNotice } from './show-notice.ts'

const SCOPE = 'https://host.test/stet/'
const wanted = { kind: 'notice', chatId: 'chat_1', title: 'Lists', body: 'The answer is ready.' } as const

function withPages(...pages: readonly (readonly [url: string, visibilityState: string])[]) {
  const done: string[] = []
  return {
    done,
    deps: {
      scope: SCOPE,
      pages: async () =>
        pages.map(([url, visibilityState]) => ({
          url,
          visibilityState,
          focus: async () => done.push(`focus ${url}`),
          postMessage: (message: object) => done.push(JSON.stringify(message)),
        })),
      show: async (title: string, { body, tag }: NotificationOptions) => void done.push(`${title}: ${body} (${tag})`),
      openWindow: async (url: string) => done.push(`open ${url}`),
    },
  }
}

describe('notifications', () => {
  it('[V1] are shown only while no page of this home is looked at', async () => {
    const hidden = withPages([`${SCOPE}chats/chat_1`, 'hidden'], ['https://host.test/other/', 'visible'])
    await showNotice(hidden.deps, wanted)
    const seen = withPages([`${SCOPE}chats/chat_1`, 'hidden'], [`${SCOPE}usage`, 'visible'])
    await showNotice(seen.deps, wanted)
    expect([hidden.done, seen.done]).toEqual([['Lists: The answer is ready. (chat_1)'], []])
  })

  it('[V1] lead to their chat, in a page that is open if there is one', async () => {
    const open = withPages([`${SCOPE}usage`, 'hidden'])
    await openFromNotice(open.deps, 'chat_1')
    const none = withPages()
    await openFromNotice(none.deps, 'chat_1')
    expect([open.done, none.done]).toEqual([
      [`focus ${SCOPE}usage`, '{"kind":"open-chat","chatId":"chat_1"}'],
      [`open ${SCOPE}chats/chat_1`],
    ])
  })
})
