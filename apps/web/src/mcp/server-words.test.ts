import type { ShownMcpServer } from '@stet/api/client'
import { expect, it } from 'vitest'
import { offerWords, reachWords, statusWords } from './server-words.ts'

const server: ShownMcpServer = {
  id: 'mcp_a',
  workspaceId: 'ws_a',
  name: 'Files',
  enabled: true,
  reach: { kind: 'stdio', command: 'npx', args: ['-y', 'a server', "it's"], cwd: null },
  secretNames: [],
  secretsTrouble: null,
  signIn: { kind: 'none', client: null },
  status: { kind: 'stopped' },
  stderr: '',
  listed: null,
}

it('[T10] the whole command is shown, with quotes where its parts would be unclear', () => {
  expect(reachWords(server)).toBe("npx -y 'a server' 'it'\\''s'")
  expect(reachWords({ reach: { kind: 'http', url: 'https://a.example/mcp', thisComputer: false } })).toBe(
    'https://a.example/mcp',
  )
})

it('[T10] the state of a server and what it offers are put into words', () => {
  const listed = {
    at: 1,
    server: { name: 'a', version: '1' },
    tools: 1,
    resources: 0,
    templates: 1,
    prompts: 2,
    instructions: null,
    unapproved: 0,
  }
  expect([
    statusWords(server, 0),
    statusWords({ ...server, enabled: false }, 0),
    statusWords({ ...server, listed }, 0),
    offerWords(server),
    offerWords({ ...server, listed }),
  ]).toEqual([
    'Not tried yet',
    'Off',
    'Ready. Starts when it is needed',
    'Test it to see its tools',
    '1 tool, 1 resource template, 2 prompts',
  ])
})
