import { startProtectedServer } from '@stet/tools/testing'
import { expect, it, onTestFinished } from 'vitest'
import { StetProcess, temporaryFolder } from '../testing/stet-process.ts'

it('[T10] what the library of the protocol prints is an entry of the log', async () => {
  const server = await startProtectedServer()
  onTestFinished(() => server.close())
  await using folder = await temporaryFolder()
  await using stet = new StetProcess({ STET_DATA: folder.path })
  const client = await stet.client()
  const origin = await stet.address()
  const { workspaceId } = await client.createChat()
  const reach = { kind: 'http', url: server.url, thisComputer: true } as const
  const form = { name: 'Notes', enabled: true, reach, secrets: {} }
  const { id } = await client.addMcpServer(workspaceId, { form })
  await client.testMcpServer(id)

  const { address } = await client.startMcpSignIn(id, { origin, client: null })
  const [, allow = ''] = /href="([^"]*)">Allow/.exec(await (await fetch(address)).text()) ?? []
  const back = new URL(allow.replaceAll('&amp;', '&')).searchParams
  const given = { state: back.get('state') ?? '', code: back.get('code'), iss: back.get('iss') }
  await client.finishMcpSignIn({ ...given, error: null, errorDescription: null })

  // A refresh that is refused is printed.
  server.expire('all')
  await client.testMcpServer(id)
  stet.kill('SIGTERM')
  const { stdout, stderr } = await stet.ended()
  const entries = stderr
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
  expect(entries).toContainEqual({
    at: expect.any(String),
    level: 'warn',
    message: 'a library printed a message',
    printed: expect.stringContaining('invalid_grant'),
  })
  expect(stdout).not.toContain('mcp-sdk')
})
