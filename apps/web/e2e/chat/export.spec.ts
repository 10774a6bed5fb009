import { readFile } from 'node:fs/promises'
import { answerEnded, answers, expect, startChat, test } from '../setup/stet.ts'

test('[H9] a chat is downloaded as Markdown and as JSON', async ({ page }) => {
  await startChat(page, 'Which mosses grow here?')
  await answerEnded(page)
  const download = async (item: string) => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const markdown = await download('Download as Markdown')
  expect(markdown.name).toMatch(/\.md$/)
  expect(markdown.text).toMatch(/^# .+\n\n## You\n\nWhich mosses grow here\?\n\n## demo\n\n/)
  const json = await download('Download as JSON')
  expect(json.name).toMatch(/\.json$/)
  const { chat, messages } = JSON.parse(json.text)
  expect(page.url()).toContain(chat.id)
  expect(messages[0]).toMatchObject({ role: 'user', parts: [{ kind: 'text', text: 'Which mosses grow here?' }] })
})

test('[H9] a chat is copied as Markdown, and a message as JSON', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startChat(page, 'Which mosses grow here?')
  await answerEnded(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy chat as Markdown' }).click()
  await expect.poll(clipboard).toContain('## You\n\nWhich mosses grow here?')
  await answers(page).first().hover()
  await answers(page).first().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
  await expect.poll(clipboard).toContain('"role": "assistant"')
  await answers(page).first().getByRole('button', { name: 'More' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as Markdown' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^msg_\w+\.md$/)
  const text = await (await file.createReadStream()).reduce((all, piece) => all + piece, '')
  expect(text.length).toBeGreaterThan(0)
})

test('[S5] the storage line is on the welcome page and in settings, where one can clean up', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(/^Storage: .+ \/ .+ \(\d+%\)/)).toBeVisible()
  await page.goto('/settings/storage')
  await expect(page.getByText(/^Storage: .+ \/ .+ \(\d+%\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Clean up now' }).click()
  await expect(page.getByText('Nothing to delete.')).toBeVisible()
})
