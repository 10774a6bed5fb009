import type { Page } from '@playwright/test'
import { clientOf, inspector } from '../setup/inspector-page.ts'
import { answerEnded, answers, composer, expect, send, startChat, test, withoutEvents } from '../setup/stet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function makeWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('radio', { name: 'leaf' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

function workspaces(page: Page) {
  return page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link')
}

test('[W1] a workspace is made, its settings show their effect, and a chat started in it copies them', async ({
  page,
  server,
}) => {
  await page.goto('/')
  await makeWorkspace(page, 'Garden')
  await expect(page.getByText('No chats yet.')).toBeVisible()

  await page.getByRole('tab', { name: 'Prompt' }).click()
  await page.getByRole('textbox', { name: 'System prompt' }).fill('You tend the {{workspace}}. '.repeat(20))
  const effect = page.getByRole('region', { name: 'First request of a new chat' })
  await expect(effect.getByRole('status')).toContainText(/Your changes make it [\d,.k]+ tokens longer\./)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(effect.getByText('System prompt')).toBeVisible()

  await page.getByRole('tab', { name: 'Answer' }).click()
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect(page.getByRole('switch', { name: /To-do list/ })).toBeVisible()
  await expect(effect).not.toContainText('Your changes')
  await page.getByRole('switch', { name: /To-do list/ }).press('Space')
  await expect(effect.getByText('Tools', { exact: true })).toBeVisible()

  await send(page, 'What grows here?')
  await page.waitForURL(/\/chats\/chat_/)
  await answerEnded(page)
  const chatId = page.url().split('/').at(-1) as `chat_${string}`
  const { chat } = await clientOf(server.address).chat(chatId)
  expect([chat.settings.answer.temperature, chat.settings.tools.map(({ name }) => name), chat.prompt?.text]).toEqual([
    0.3,
    ['write_todo'],
    'You tend the Garden. '.repeat(20),
  ])

  await workspaces(page).filter({ hasText: 'Garden' }).click()
  const listed = page.getByRole('list', { name: 'Chats of this workspace' }).getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await listed.getByRole('link').click()
  await expect(answers(page)).toHaveCount(1)
})

test('[W1] a chat keeps its settings when its workspace changes, and takes them again when asked', async ({
  page,
  server,
}) => {
  const url = await startChat(page, 'Hello')
  await answerEnded(page)
  const chatId = url.split('/').at(-1) as `chat_${string}`
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  await client.changeWorkspaceSettings(id, { systemPrompt: 'Be brief.' })
  expect((await client.chat(chatId)).chat.settings.systemPrompt).toBe('')

  await page.reload()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await inspector(page).getByRole('tab', { name: 'Prompt' }).click()
  await expect(inspector(page)).toContainText('This prompt differs from My workspace.')
  await inspector(page).getByRole('button', { name: 'Use workspace settings' }).click()
  await expect(inspector(page).getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await expect(inspector(page)).not.toContainText('This prompt differs')
})

test('[W1] a chat moves to another workspace, workspaces are ordered, renamed and deleted with what is in them', async ({
  page,
}) => {
  const url = await startChat(page, 'Hello')
  await answerEnded(page)
  await makeWorkspace(page, 'Garden')
  await page.goto(url)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move to workspace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Garden' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await workspaces(page).filter({ hasText: 'Garden' }).click()
  await expect(page.getByRole('list', { name: 'Chats of this workspace' }).getByRole('listitem')).toHaveCount(1)
  const menu = page.getByRole('button', { name: 'Workspace menu' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(workspaces(page)).toHaveText(['Garden', 'My workspace'])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename or change icon' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Allotment')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(workspaces(page)).toHaveText(['Allotment', 'My workspace'])

  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 chat will be deleted, with all messages')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click()
  await expect(workspaces(page)).toHaveText(['My workspace'])
  await page.goto(url)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('[W1] a deletion whose answer was lost is not called undone, one that was refused is', async ({ page }) => {
  await page.goto('/')
  await makeWorkspace(page, 'Garden')
  await page.getByRole('button', { name: 'Workspace menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
  const dialog = page.getByRole('dialog')
  const trouble = dialog.getByRole('alert')
  const remove = dialog.getByRole('button', { name: 'Delete workspace' })
  const path = /\/api\/workspaces\/ws_[a-z0-9]+(\?|$)/
  await page.route(path, route => route.fulfill({ status: 409, json: { code: 'conflict', detail: 'It is in use.' } }))
  await remove.click()
  await expect(trouble).toHaveText('Nothing was deleted. It is in use.')
  await page.unroute(path)
  await page.route(path, async route => {
    await route.fetch()
    await route.abort()
  })
  await remove.click()
  await expect(trouble).toContainText('It is not known what was deleted, and the deletion may continue.')
  await expect(trouble).not.toContainText('Nothing was deleted')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(workspaces(page)).toHaveText(['My workspace'])
})

test('[W1] a workspace works on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Chats' }).click()
  await makeWorkspace(page, 'Garden')
  await page.getByRole('tab', { name: 'Prompt' }).click()
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(composer(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('[W1] [R3] what is changed in a workspace reaches other open pages', async ({ page, context }) => {
  await page.goto('/')
  await makeWorkspace(page, 'Garden')
  const other = await context.newPage()
  await other.goto('/')
  await expect(workspaces(other)).toHaveText(['My workspace', 'Garden'])
  const menu = page.getByRole('button', { name: 'Workspace menu' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename or change icon' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Allotment')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(workspaces(other)).toHaveText(['My workspace', 'Allotment'])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click()
  await expect(workspaces(other)).toHaveText(['My workspace'])
})

test('[W1] [R3] a workspace that is renamed while a page opens is shown by its new name', async ({ page, server }) => {
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  const renamed = Promise.withResolvers<void>()
  // A stream that tabs share is out of a page's reach, so this one has its own.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.route('**/api/events**', async route => {
    await renamed.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(workspaces(page)).toHaveText(['My workspace'])
  await client.changeWorkspace(id, { name: 'Allotment', icon: 'leaf' })
  renamed.resolve()
  await expect(workspaces(page)).toHaveText(['Allotment'])
})

test('[W1] [W3] the page of a workspace lists its archived chats too', async ({ page, server }) => {
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  const { id: chatId } = await client.createChat()
  await client.rename(chatId, { title: 'Old ferns' })
  await client.placeChat(chatId, { place: 'archived' })
  await page.goto(`/workspaces/${id}`)
  await page.getByRole('combobox', { name: 'Which chats' }).click()
  await page.getByRole('option', { name: 'Archived chats' }).click()
  await expect(page.getByRole('list', { name: 'Chats of this workspace' })).toContainText('Old ferns')
})

test('[W1] a workspace that is not there is asked for once, and the page says so', async ({ page }) => {
  // The first connection brings all lists up to date.
  await withoutEvents(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const gone = `ws_${'z'.repeat(32)}`
  await page.goto(`/workspaces/${gone}`)
  const trouble = page.getByRole('alert').filter({ hasText: 'Could not open this workspace' })
  await expect(trouble).toContainText('It may have been deleted.')
  expect(asked.filter(path => path === `/api/workspaces/${gone}`)).toHaveLength(1)

  await page.route(`**/api/workspaces/${gone}`, route => route.abort())
  await page.reload()
  await expect(trouble).toContainText('Stet cannot be reached.')
  await expect(trouble).not.toContainText('deleted')
})
