import type { Locator, Page } from '@playwright/test'
import { type ChatId, createClient } from '@stet/api/client'
import { type Line, seedChat } from './seed-chat.ts'
import { expect, test } from './stet.ts'

export const sentence = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '

/** Two turns with tool work and thinking, so that every rule has something to decide about. */
export const toolWork: readonly Line[] = [
  { said: 'Read both notes.' },
  { answered: 'I read them.', thought: sentence.repeat(20), calls: ['read_file', 'read_file'] },
  { results: [sentence.repeat(60), sentence.repeat(50)] },
  { answered: 'The first asks for granite, the second for brick.', thought: sentence.repeat(10) },
  { said: 'Which is the newer?' },
  { answered: 'The second is newer.', thought: sentence.repeat(5) },
]

/** A server that finds a chat in its data folder when it starts. */
export const seededTest = test.extend<{ seed: { readonly lines: readonly Line[] }; chatId: ChatId }>({
  seed: [{ lines: toolWork }, { option: true }],
  chatId: async ({ data, open, seed }, use) => {
    const first = await open(data)
    const { id } = await clientOf(first.address).createChat()
    await first.kill('SIGTERM')
    await seedChat(data, id, seed.lines)
    await use(id)
  },
  server: async ({ data, open, chatId: _written }, use) => {
    const server = await open(data)
    await use(server)
    await server.kill('SIGTERM')
  },
})

export function clientOf(base: string) {
  return createClient({ fetch: (input, init) => fetch(input, init), base, newKey: () => crypto.randomUUID() })
}

export function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' }).or(page.getByRole('dialog', { name: 'Inspector' }))
}

export async function openChat(page: Page, chatId: ChatId): Promise<void> {
  await page.goto(`/chats/${chatId}`)
  await expect(margin(page, 'Answer').last()).toBeVisible()
}

/** The rails beside messages, by the name of the message. */
export function margin(page: Page, name: string): Locator {
  return page.locator('[data-margin]').and(page.getByRole('button', { name: new RegExp(`^${name}\\. `) }))
}

export async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await inspector(page).getByRole('tab', { name: 'Settings' }).click()
  return inspector(page)
}

/** The line that says what unsaved changes do to the next request. */
export function effect(page: Page): Locator {
  return inspector(page).getByRole('status').filter({ hasText: 'Unsaved changes' })
}

/** The entries of the report, by the list that shows them. */
export async function reportOf(panel: Locator): Promise<Locator> {
  await panel.getByRole('tab', { name: 'Request' }).click()
  return panel.getByRole('list', { name: 'Request' })
}
