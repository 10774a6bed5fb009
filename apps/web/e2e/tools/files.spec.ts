import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clientOf } from '../setup/inspector-page.ts'
import { draftSaved, expect, test } from '../setup/stet.ts'

async function openFiles(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Files' }).click()
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible()
}

async function create(page: Page, kind: 'New file' | 'New folder', path: string): Promise<void> {
  await page.getByRole('button', { name: kind }).click()
  await page.getByLabel('Path').fill(path)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: path })).toBeVisible()
}

function editor(page: Page) {
  return page.getByRole('textbox', { name: /^Text of/ })
}

test('[T4] a file is written, changed, compared with an earlier version, and rolled back', async ({ page }) => {
  await openFiles(page)
  await create(page, 'New file', '/notes/plan.md')
  await editor(page).fill('# Plan\n\nBuy granite')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.getByText('v2')).toBeVisible()

  await editor(page).fill('# Plan\n\nBuy slate')
  await editor(page).press('Control+s')
  await expect(page.getByText('v3')).toBeVisible()
  await page.reload()
  await expect(editor(page)).toContainText('Buy slate')
  await editor(page).press('ControlOrMeta+f')
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('slate')
  await expect(page.locator('.cm-searchMatch')).toHaveText('slate')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.locator('.cm-mergeView')).toContainText('Buy granite')
  await page.getByRole('button', { name: 'Roll back to v2' }).click()
  await expect(editor(page)).toContainText('Buy granite')
  await expect(page.getByText('v4')).toBeVisible()
})

test('[T4] old versions are dropped: ten stay, the number of the newest too, and what was typed is taken back', async ({
  page,
  server,
}) => {
  const client = clientOf(server.address)
  const { id } = await client.workspace()
  for (let version = 1; version <= 15; version += 1) {
    await client.writeFile(id, { path: '/a.md', content: { text: `Version ${version}` }, expect: 'any' })
  }
  await page.goto(`/workspaces/${id}/files?path=/a.md`)
  await expect(page.getByText('v15', { exact: false })).toBeVisible()
  await editor(page).fill('Never mind')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(editor(page)).toHaveText('Version 15')
  await page.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(15)
  await page.getByRole('button', { name: 'Drop all but 10' }).click()
  await page.getByRole('dialog', { name: 'Delete 5 old versions?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(versions).toHaveCount(15)
  await page.getByRole('button', { name: 'Drop all but 10' }).click()
  await page.getByRole('button', { name: 'Delete 5 old versions' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(versions).toHaveCount(10)
  await expect(page.getByText('v15 (10 stored)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Drop all but 10' })).toHaveCount(0)
})

test('[T4] [W5] [FT-3] what was typed survives a reload, and a change made elsewhere is not replaced unseen', async ({
  page,
  server,
}) => {
  await openFiles(page)
  await create(page, 'New file', '/a.md')
  const saved = draftSaved(page, 'mine')
  await editor(page).fill('mine')
  await saved
  await page.reload()
  await expect(editor(page)).toContainText('mine')

  const client = clientOf(server.address)
  const { id } = await client.workspace()
  await client.writeFile(id, { path: '/a.md', content: { text: 'theirs' }, expect: 'any' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('was changed since it was opened')
  const differs = page.getByRole('region', { name: 'What differs' })
  await expect(differs.locator('.cm-content').first()).toContainText('theirs')
  await expect(differs.locator('.cm-content').last()).toContainText('mine')
  await expect(editor(page)).toContainText('mine')
  await page.getByRole('button', { name: 'Save as the newest version' }).click()
  await expect(page.getByText('v3')).toBeVisible()
})

test('[T4] files are uploaded, found, moved, deleted and restored, and a folder is downloaded as a ZIP', async ({
  page,
  server,
}) => {
  await page.setContent('<p>Ferns like shade')
  const ferns = await page.pdf()
  await page.setContent('<svg><circle r="9" /></svg>')
  const scan = await page.pdf()
  await openFiles(page)
  await expect(page.getByText('Files that you and the models of this workspace share.')).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: png },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
    { name: 'ferns.pdf', mimeType: 'application/pdf', buffer: ferns },
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: scan },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 nothing else') },
  ])
  await page.getByRole('link', { name: 'dot.png' }).click()
  await expect(page.getByRole('img', { name: 'dot.png' })).toHaveJSProperty('naturalWidth', 1)
  await page.getByRole('link', { name: 'ferns.pdf' }).click()
  await expect(page.getByRole('region', { name: 'Text of ferns.pdf' })).toHaveText('Ferns like shade')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('ferns.pdf')
  await page.getByRole('link', { name: 'scan.pdf' }).click()
  await expect(page.getByText('There is no text in this file')).toBeVisible()
  await page.getByRole('link', { name: 'broken.pdf' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not extract the text')

  await page.getByRole('searchbox', { name: 'Search files' }).fill('csv')
  await page.getByRole('list', { name: 'Found files' }).getByRole('link').click()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('')
  await page.getByRole('button', { name: 'File actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  await page.getByLabel('Path').fill('/data/list.csv')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByRole('heading', { name: '/data/list.csv' })).toBeVisible()

  await page.getByRole('link', { name: 'data', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as ZIP' }).click()
  const zip = await readFile(await (await download).path())
  expect([zip.subarray(0, 2).toString(), zip.includes('list.csv'), zip.includes('a,b\n1,2\n')]).toEqual([
    'PK',
    true,
    true,
  ])

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('link', { name: 'data', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore /data' }).click()
  await expect(page.getByRole('link', { name: 'data', exact: true })).toBeVisible()
  const client = clientOf(server.address)
  const { files } = await client.searchFiles((await client.workspace()).id, { text: 'list' })
  expect(files.map(({ path }) => path)).toEqual(['/data/list.csv'])
})

test('[T4] [V1] on a phone the list and the file are a page each', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Chats' }).click()
  await page.getByRole('link', { name: 'Files' }).click()
  await create(page, 'New file', '/deep/a.md')
  await expect(page.getByRole('searchbox', { name: 'Search files' })).toHaveCount(0)
  await page.getByRole('link', { name: 'All files' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search files' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('[T4] a file that does not exist says so', async ({ page, server }) => {
  const { id } = await clientOf(server.address).workspace()
  await page.goto(`/workspaces/${id}/files?path=/none.md`)
  await expect(page.getByRole('alert')).toContainText('There is no file /none.md')
})

test('[T4] a folder that is dropped is uploaded with everything in it', async ({ page, server }) => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-drop-'))
  try {
    await mkdir(join(folder, 'garden', 'deep'), { recursive: true })
    await writeFile(join(folder, 'garden', 'moss.md'), 'Moss')
    await writeFile(join(folder, 'garden', 'deep', 'fern.md'), 'Fern')
    await openFiles(page)
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(folder, 'garden')], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
    }
    await expect(page.getByRole('link', { name: /garden/ })).toBeVisible()
    const client = clientOf(server.address)
    const { id } = await client.workspace()
    await expect
      .poll(async () => (await client.searchFiles(id, { text: 'garden md' })).files.map(({ path }) => path).toSorted())
      .toEqual(['/garden/deep/fern.md', '/garden/moss.md'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('[T4] each workspace leads to its own files, and says what is deleted with it', async ({ page, server }) => {
  const client = clientOf(server.address)
  const { id } = await client.createWorkspace({ name: 'Harbour', icon: 'folder' })
  await client.writeFile(id, { path: '/wall.md', content: { text: 'Granite' }, expect: 'new' })
  await page.goto(`/workspaces/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Files' }).click()
  await expect(page.getByRole('link', { name: /wall\.md/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Workspace menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 file will be deleted with all versions.')
})
