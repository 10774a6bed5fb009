import { clientOf, inspector } from '../setup/inspector-page.ts'
import { answerEnded, ask, expect, startChat, test } from '../setup/stet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('[C13] a workspace file and an upload become context documents, shown above the conversation with their tokens', async ({
  page,
  server,
}) => {
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  await client.writeFile(id, { path: '/notes.md', content: { text: 'High water is at noon.' }, expect: 'new' })
  const address = await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const panel = inspector(page)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  const editor = panel.getByRole('region', { name: 'Context documents' })
  await editor.getByRole('button', { name: 'Add a workspace file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '/notes.md' }).click()
  // What it costs is shown before it is added.
  const add = editor.getByRole('button', { name: 'Add document' })
  await expect(editor.getByRole('status')).toContainText(/notes\.md\s*Adds \d+ tokens\./)
  await add.click()
  const strip = page.getByRole('main').getByRole('list', { name: 'Context documents' }).first()
  await expect(strip).toContainText(/notes\.md\s*\d+ tokens/)

  await editor.getByLabel('Context document', { exact: true }).setInputFiles({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
  })
  await add.click()
  await expect(editor.getByRole('alert')).toContainText('There is no text in picture.png that a model could read.')
  await editor.getByLabel('Context document', { exact: true }).setInputFiles({
    name: 'rules.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('No anchoring.'),
  })
  await add.click()
  await expect(strip.getByRole('listitem')).toHaveCount(2)

  await ask(page, 'When is high water?')
  const chatId = new URL(address).pathname.split('/').at(-1)
  const { report } = await (
    await page.request.post(`/api/chats/${chatId}/inspection`, { data: { context: null, text: '' } })
  ).json()
  expect(report.system.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual(
    expect.arrayContaining([
      ['document', 'notes.md'],
      ['document', 'rules.txt'],
    ]),
  )

  // A changed file is offered, not taken: the prefix stays until the user says so.
  await client.writeFile(id, { path: '/notes.md', content: { text: 'High water is at one.' }, expect: 'any' })
  await page.reload()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  await editor.getByRole('button', { name: 'Use new version' }).click()
  await expect(editor.getByRole('status')).toContainText(/notes\.md\s*(?!Calculating)\S/)
  await editor.getByRole('button', { name: 'Use this version' }).click()
  await expect(editor.getByRole('button', { name: 'Use new version' })).toHaveCount(0)
  await editor.getByRole('button', { name: 'Remove rules.txt' }).click()
  await expect(strip.getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByText('These documents differ from')).toBeVisible()
})

test('[C13] [W1] new chats of a workspace start with its documents', async ({ page, server }) => {
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  await page.goto(`/workspaces/${id}`)
  await page.getByRole('tab', { name: 'Prompt' }).click()
  await page.getByLabel('Context document', { exact: true }).setInputFiles({
    name: 'rules.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('No anchoring.'),
  })
  await expect(page.getByRole('region', { name: 'Context documents' })).toContainText('rules.txt')
  await startChat(page, 'What is Stet?')
  await expect(page.getByRole('main').getByRole('list', { name: 'Context documents' })).toContainText('rules.txt')
})
