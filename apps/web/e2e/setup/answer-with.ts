import type { Page } from '@playwright/test'
import type { AssistantMessage, ChatView, Message } from '@stet/api/client'
import { answers, expect, withoutEvents } from './stet.ts'

/** Shows the page a chat whose answer says this, as a model might. */
export async function answerWith(page: Page, change: (message: AssistantMessage) => Message): Promise<void> {
  await withoutEvents(page)
  await page.route(/\/api\/chats\/chat_[a-z2-7]+$/, async route => {
    const view: ChatView = await (await route.fetch()).json()
    const path = view.path.map(message => (message.role === 'assistant' ? change(message) : message))
    await route.fulfill({ json: { ...view, path } })
  })
  await page.reload()
  await expect(answers(page)).toHaveCount(1)
}
