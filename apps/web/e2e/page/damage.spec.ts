import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../setup/server.ts'
import { answerEnded, expect, startChat, test } from '../setup/stet.ts'

test.use({ ownProcess: true })

test('[FS-4] a damaged database is shown read-only, with its chats and a download', async ({ page, data, server }) => {
  const chat = await startChat(page, 'A chat to keep')
  await answerEnded(page)
  await server.kill('SIGTERM')

  const file = join(data, 'stet.sqlite')
  const bytes = await readFile(file)
  bytes.fill(0xee, 18, 80)
  bytes.fill(0xee, 100, 4096)
  await writeFile(file, bytes)

  const damaged = await startServer({ data, port: server.port })
  await page.goto(chat)
  await expect(page.getByText('A chat to keep').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Read-only' })).toContainText('The database is damaged.')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the readable rows' }).click()
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain('"shelf":"messages"')
  await damaged.kill('SIGTERM')
})
