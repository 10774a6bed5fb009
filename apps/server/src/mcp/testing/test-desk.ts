import { createAttachments, createMcpDesk, type McpDesk } from '@stet/desk'
import { makeId } from '@stet/history'
import { createMcpUpstream, createSealer } from '@stet/home'
import { createMemoryDatabase, newWorkspace, type Store, toWorkspacePut } from '@stet/store'
import { createGuardedFetch } from '../../create-guarded-fetch.ts'
import { StdioTransport } from '../stdio-transport.ts'

interface TestDesk {
  readonly desk: McpDesk
  readonly store: Store
}

export const workspaceId = makeId('ws', new Uint8Array(20))

/** The MCP servers of a workspace as the server has them, in memory. */
export async function createTestDesk(clock = () => Date.now()): Promise<TestDesk> {
  const store = createMemoryDatabase().openStore('owner')
  const workspace = newWorkspace({ id: workspaceId, name: 'Harbour', createdAt: 1 })
  await store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' })])
  const desk = createMcpDesk({
    store,
    clock,
    randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
    sealer: await createSealer(new Uint8Array(32)),
    upstream: createMcpUpstream({
      version: '1',
      fetch: createGuardedFetch(),
      localFetch: createGuardedFetch({ reach: 'with-loopback' }),
      publicFetch: createGuardedFetch({ reach: 'public' }),
      clock,
      startProgram: (program, onError) => new StdioTransport(program, { onError, graceMs: 500 }),
    }),
    attachments: createAttachments({ store, clock, log: { warn: () => undefined } }),
    onAsked: () => undefined,
    builtIn: ['write_todo', 'memory'],
    log: { warn: () => undefined, error: () => undefined },
  })
  return { desk, store }
}
