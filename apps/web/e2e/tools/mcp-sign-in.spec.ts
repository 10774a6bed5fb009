import { startProtectedServer } from '@stet/tools/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { makeDataFolder } from '../setup/server.ts'
import { answers, expect, send } from '../setup/stet.ts'
import { callsTools, offers, openToolChat } from '../setup/tool-upstream.ts'
import { wireTest as test } from '../setup/upstream.ts'

test('[T10] a remote server is signed in to, refused first, used in a chat, expires, and is signed out of', async ({
  page,
  server,
  upstream,
}) => {
  const notes = await startProtectedServer()
  try {
    upstream.reply(callsTools({ calls: [{ tool: 'read_note', input: '{}' }] }))
    const client = clientOf(server.address)
    const { id: workspaceId } = await client.workspace()
    const reach = { kind: 'http', url: notes.url, thisComputer: true } as const
    const { id } = await client.addMcpServer(workspaceId, {
      form: { name: 'Notes', enabled: true, reach, secrets: {} },
    })
    await page.goto(`/workspaces/${workspaceId}/mcp/${id}`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('This server asks you to sign in')
    await expect(notice).toContainText('notes.read')

    async function goToSignIn(label: string): Promise<void> {
      await page.getByRole('button', { name: label, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign in to Notes' })
      await dialog.getByRole('button', { name: 'Find the sign-in page' }).click()
      await expect(dialog.getByRole('status')).toContainText(new URL(notes.issuer).host)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    }

    await goToSignIn('Sign in')
    await page.getByRole('link', { name: 'Deny' }).click()
    await expect(page.getByRole('alert')).toContainText('Access was denied: You said no.')
    await goToSignIn('Sign in again')
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Signed in')
    await expect(page.getByRole('list', { name: 'Tools' })).toContainText('read_note')
    // Neither the code nor the state is in the address or in the history.
    expect(page.url()).not.toContain('code=')
    await page.goBack()
    expect(page.url()).not.toContain('code=')

    await openToolChat(page, { address: server.address, upstream, tools: [offers('auto', 'read_note')] })
    await send(page, 'Read my note')
    await expect(answers(page).last()).toContainText('The tool said: The tide is at six.')

    notes.expire('all')
    await page.goto(`/workspaces/${workspaceId}/mcp/${id}`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Your sign-in has expired')
    await goToSignIn('Sign in again')
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('region', { name: 'Sign-in' })).toHaveCount(0)
    for (const token of notes.tokens) expect(JSON.stringify(await client.mcpServer(id))).not.toContain(token)

    // An answer that nobody asked for is used for nothing.
    await page.goto('/mcp/callback?state=12345678901234567890&code=a')
    await expect(page.getByRole('alert')).toContainText('You are not signed in')
  } finally {
    await notes.close()
  }
})

test('[T10] where Stet is served below a path, the sign-in page leads back there', async ({ page, host }) => {
  const notes = await startProtectedServer()
  const { data, remove } = await makeDataFolder()
  const server = await host.open({ data, base: '/tools/stet' })
  try {
    const client = clientOf(server.address)
    const { id: workspaceId } = await client.workspace()
    const reach = { kind: 'http', url: notes.url, thisComputer: true } as const
    const { id } = await client.addMcpServer(workspaceId, {
      form: { name: 'Notes', enabled: true, reach, secrets: {} },
    })
    await client.testMcpServer(id, {})
    await page.goto(`${server.address}/workspaces/${workspaceId}/mcp/${id}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to Notes' })
    await dialog.getByRole('button', { name: 'Find the sign-in page' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Signed in')
    expect(page.url()).toBe(`${server.address}/workspaces/${workspaceId}/mcp/${id}`)
  } finally {
    await server.kill('SIGTERM')
    await remove()
    await notes.close()
  }
})
