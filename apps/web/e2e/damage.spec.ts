import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './stet.ts'

test('[FS-4] a damaged database is shown read-only, with its chats and a download', async ({ page, data, open }) => {
  const first = await open(data)
  await page.goto(first.address)
  await page.getByRole('textbox', { name: 'Message' }).fill('A chat to keep')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText(/\w/)
  await first.kill('SIGTERM')

  const file = join(data, 'stet.sqlite')
  const bytes = await readFile(file)
  bytes.fill(0xee, 18, 80)
  bytes.fill(0xee, 100, 4096)
  await writeFile(file, bytes)

  const second = await open(data)
  await page.goto(second.address)
  await expect(page.getByRole('alert').filter({ hasText: 'Read-only' })).toContainText('The database is damaged.')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the readable rows' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('"shelf":"messages"')
})
