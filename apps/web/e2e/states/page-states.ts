import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { clientOf } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, startChat } from '../setup/stet.ts'
import { addProvider, RIGHT_KEY, WRONG_KEY } from '../setup/upstream.ts'
import { answered, answeredBy, type Show, type Stage, used } from './stage.ts'

const LONG = 'A name as long as nobody expected, with AWordOfFortyLettersThatHasNoPlaceToBreak in it and more'

/** The pages beside a chat, empty and filled. */
export const pageStates: Readonly<Record<string, Show>> = {
  welcome: async ({ page }) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
  },
  models: async ({ page, address, upstream }) => {
    await addProvider(address, upstream)
    await page.goto('/')
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('option').first().waitFor()
  },
  'not-found': async ({ page }) => {
    await page.goto('/nowhere')
    await page.getByText('Nothing exists at this address.').waitFor()
  },
  chats: async stage => {
    await answered(stage)
    const menu = stage.page.getByRole('button', { name: 'Chats', exact: true })
    if (await menu.isVisible()) await menu.click()
    await stage.page.getByRole('navigation', { name: 'Chats' }).getByText('Lists').waitFor()
  },
  providers: async ({ page, address, upstream }) => {
    await addProvider(address, upstream)
    await page.goto('/providers')
    await page.getByRole('link', { name: /^Anthropic/ }).waitFor()
  },
  'new-provider': async ({ page }) => {
    await page.goto('/providers/new?preset=anthropic')
    await page.getByText('Advanced').click()
    await page.getByText('Extra headers').waitFor()
  },
  provider: async ({ page, address, upstream }) => {
    const id = await addProvider(address, upstream)
    await page.goto(`/providers/${id}`)
    await page.getByText('Quill Small').first().waitFor()
  },
  'provider-trouble': async ({ page, address, upstream }) => {
    const id = await addProvider(address, upstream, WRONG_KEY)
    await page.goto(`/providers/${id}`)
    await page.getByRole('alert').first().waitFor()
  },
  search: async stage => {
    await answered(stage)
    await stage.page.goto('/search?text=stet')
    await stage.page.locator('main mark').first().waitFor()
  },
  'search-without-results': async ({ page }) => {
    await page.goto('/search?text=quokka')
    await page.getByText('No chat has all of these words.').waitFor()
  },
  attachments: async ({ page }) => {
    await page.goto('/attachments')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  usage: async stage => {
    await answeredBy(stage, 'Twice.')
    await stage.page.goto('/usage')
    await stage.page.locator('.uplot canvas').waitFor()
  },
  'usage-of-two-providers': async stage => {
    await answeredBy(stage, 'Twice.')
    await addProvider(stage.address, stage.upstream, RIGHT_KEY, 'openai-compatible', 'Harbour models')
    await startChat(stage.page, 'And how high?')
    await answerEnded(stage.page)
    await stage.page.goto('/usage')
    await stage.page.getByRole('list', { name: 'Series' }).getByText('Harbour models').waitFor()
  },
  'long-names': async ({ page, address, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? LONG : 'Twice.', usage: used })))
    await addProvider(address, upstream, RIGHT_KEY, 'openai-compatible', LONG)
    const client = clientOf(address)
    await client.createWorkspace({ name: LONG, icon: 'folder', key: 'long' })
    await startChat(page, LONG)
    await answerEnded(page)
    await page.getByRole('heading', { level: 1, name: LONG.slice(0, 20) }).waitFor()
  },
  budget: async stage => {
    await answeredBy(stage, 'Twice.')
    await stage.page.goto('/usage')
    await stage.page.getByRole('button', { name: 'Set a budget for My workspace' }).click()
    const field = stage.page.getByRole('textbox', { name: /^Budget of My workspace/ })
    await field.fill('nothing')
    await field.press('Enter')
    await stage.page.getByRole('alert').filter({ hasText: 'An amount above 0' }).waitFor()
  },
  settings: async ({ page }) => {
    await page.goto('/settings/general')
    await page.getByRole('combobox').first().waitFor()
  },
  about: async ({ page }) => {
    await page.goto('/settings/about')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  },
  'web-search': async ({ page }) => {
    await page.goto('/settings/web-search')
    await page.getByRole('textbox').first().waitFor()
  },
  help: async ({ page }) => {
    await page.goto('/help/context')
    await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor()
  },
  'help-settings': async ({ page }) => {
    await page.goto('/help/settings')
    await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor()
  },
  workspace: stage => workspacePage(stage, ''),
  'new-workspace': async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Chats', exact: true })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('button', { name: 'New workspace' }).click()
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor()
  },
  files: stage => workspacePage(stage, '/files?path=/'),
  file: async stage => {
    const client = clientOf(stage.address)
    const { id } = await client.workspace()
    const text = '# Plan\n\nBuy **granite**, not slate.\n'
    await client.writeFile(id, { path: '/notes/plan.md', content: { text }, expect: 'new' })
    await stage.page.goto(`/workspaces/${id}/files?path=/notes/plan.md`)
    await stage.page.getByText('granite').first().waitFor()
  },
  mcp: stage => workspacePage(stage, '/mcp'),
  'mcp-form': async stage => {
    const { page } = stage
    await workspacePage(stage, '/mcp')
    await page.getByRole('button', { name: 'Add a server' }).click()
    const form = page.getByRole('dialog', { name: 'Add an MCP server' })
    await form.getByRole('button', { name: 'Add variable' }).click()
    await form.getByRole('button', { name: 'Add server' }).click()
    await form.getByRole('alert').first().waitFor()
  },
  'mcp-paste': async stage => {
    const { page } = stage
    await workspacePage(stage, '/mcp')
    await page.getByRole('button', { name: 'Paste JSON' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paste a configuration' })
    await dialog.getByLabel('JSON').fill('{ "mcpServers": ')
    await dialog.getByRole('button', { name: 'Add servers' }).click()
    await dialog.getByRole('alert').waitFor()
  },
  'mcp-server': async ({ page, address }) => {
    const client = clientOf(address)
    const { id: workspaceId } = await client.workspace()
    const { id } = await addEverything(address)
    await page.goto(`/workspaces/${workspaceId}/mcp/${id}`)
    await page.getByRole('list', { name: 'Tools' }).getByRole('listitem').first().waitFor()
  },
}

/** The server that offers a bit of everything, running. */
export async function addEverything(address: string): ReturnType<ReturnType<typeof clientOf>['addMcpServer']> {
  const client = clientOf(address)
  const { id } = await client.workspace()
  const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
  const reach = { kind: 'stdio', command: process.execPath, args: [program, 'stdio'], cwd: null } as const
  const added = await client.addMcpServer(id, { form: { name: 'Everything', enabled: true, reach, secrets: {} } })
  await client.testMcpServer(added.id)
  return added
}

async function workspacePage({ page, address }: Stage, below: string): Promise<void> {
  const { id } = await clientOf(address).workspace()
  await page.goto(`/workspaces/${id}${below}`)
  await headingOf(page)
}

function headingOf(page: Page): Promise<void> {
  return page.getByRole('heading', { level: 1 }).waitFor()
}
