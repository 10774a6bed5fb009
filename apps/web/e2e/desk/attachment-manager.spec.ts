import type { Page } from '@playwright/test'
import { answerEnded, composer, expect, startChat, test } from '../setup/stet.ts'

async function attach(page: Page, ...names: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles(names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`In ${name}`) })))
  for (const name of names) await expect(page.getByText(name)).toBeVisible()
  await composer(page).fill('Read this')
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  // Until the home knows that it was sent, the draft has the files too.
  const sent = page.waitForResponse(
    response =>
      response.url().endsWith('/api/drafts') && (response.request().postData() ?? '').includes('"content":null'),
  )
  await composer(page).press('Enter')
  await sent
  await answerEnded(page)
}

test('[W4] every file is listed with its chat; some are removed, restored and deleted, with the result said', async ({
  page,
}) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await attach(page, 'ferns.txt', 'mosses.txt')
  await page.goto('/settings/storage')
  await page.getByRole('link', { name: 'Manage attachments' }).click()
  await expect(page).toHaveURL(/\/attachments/)
  const rows = page.getByRole('list', { name: 'What is Stet' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const ferns = rows.filter({ hasText: 'ferns.txt' })

  await page.getByRole('checkbox', { name: 'Select ferns.txt' }).check()
  await page.getByRole('button', { name: 'Remove from context' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Removed 1 file, 12 bytes.' })).toBeVisible()
  await expect(ferns).toContainText('removed from context')
  await page.getByRole('checkbox', { name: 'Select ferns.txt' }).check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(ferns).not.toContainText('removed from context')

  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByText('2 files, 25 bytes selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 files, 25 bytes?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Deleted 2 files, 25 bytes.' })).toBeVisible()
  await expect(ferns).toContainText('deleted')

  await page.getByRole('combobox', { name: 'Age' }).click()
  await page.getByRole('option', { name: 'Older than 30 days' }).click()
  await expect(page.getByText('No file matches.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Age' }).click()
  await page.getByRole('option', { name: 'Any age' }).click()
  await page.getByRole('button', { name: 'Only this chat' }).click()
  await expect(page).toHaveURL(/chat=chat_/)
  await ferns.getByRole('link', { name: 'Show in chat' }).click()
  await expect(page).toHaveURL(/\/chats\/chat_.*message=/)
})

test('[W4] the manager of a home without files says what will be there', async ({ page }) => {
  await page.goto('/attachments')
  await expect(page.getByText('No message has a file yet.')).toBeVisible()
})
