import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMcpDesk } from '@stet/desk'
import { makeId } from '@stet/history'
import { createMcpUpstream, createSealer } from '@stet/home'
import { StdioTransport } from '@stet/server/mcp'
import { createMemoryDatabase, newWorkspace, toWorkspacePut } from '@stet/store'
import type { Tool } from '@stet/tools'
import { runTool } from '@stet/tools/testing'
import type { Report } from '../harness/row.ts'

const SERVER = join(import.meta.dirname, '../../apps/server/src/mcp/testing/misbehave.ts')
const IDLE_SERVERS = 20

/** A call through Stet compared with the bare client on the same server, twenty servers that do nothing, and a large result. */
export async function benchMcp(report: Report): Promise<void> {
  const workspaceId = makeId('ws', new Uint8Array(20))
  const store = createMemoryDatabase().openStore('owner')
  const workspace = newWorkspace({ id: workspaceId, name: 'Bench', createdAt: 1 })
  await store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' })])
  const desk = createMcpDesk({
    store,
    clock: () => Date.now(),
    randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
    sealer: await createSealer(new Uint8Array(32)),
    upstream: createMcpUpstream({
      version: '1',
      fetch,
      startProgram: (program, onError) => new StdioTransport(program, { onError }),
    }),
    attachments: { receive: () => Promise.reject(new Error('nothing is attached here')) },
    onAsked: () => undefined,
    builtIn: [],
    log: { warn: () => undefined, error: () => undefined },
  })

  async function add(fault: string, name: string): Promise<Tool> {
    const reach = { kind: 'stdio', command: process.execPath, args: [SERVER, fault], cwd: null } as const
    const form = { name, enabled: true, reach, secrets: {} }
    const { id } = await desk.addMcpServer({ key: name, workspaceId, form })
    await desk.test(id)
    const tool = (await desk.toolsOf(workspaceId)).find(({ server }) => server?.id === id)
    if (tool === undefined) throw new Error(`${name} has no tool`)
    return tool
  }

  try {
    const before = process.memoryUsage().rss
    const handles = process.getActiveResourcesInfo().length
    for (let place = 0; place < IDLE_SERVERS; place += 1) await add('fine', `idle ${place}`)
    const megabytes = (process.memoryUsage().rss - before) / 1024 / 1024 / IDLE_SERVERS
    const opened = (process.getActiveResourcesInfo().length - handles) / IDLE_SERVERS
    const none = { peer: null, peerName: null }
    report({ name: 'mcp: memory for each idle server', unit: 'MB', ours: megabytes, ...none, goal: '<= 5' })
    report({ name: 'mcp: open handles for each idle server', unit: '', ours: opened, ...none, goal: '<= 6' })
    for (const [fault, what, rounds, calls] of [
      ['fine', 'a call', 15, 100],
      // The bare client needs seconds for one.
      ['large', 'a result of 10 MB', 3, 1],
    ] as const) {
      const tool = await add(fault, fault)
      const bare = await connectBare(fault)
      const ours = () => runTool(tool, { text: 'a' })
      const peer = () => bare.callTool({ name: 'echo', arguments: { text: 'a' } })
      const figures = await compare(ours, peer, { rounds, calls })
      report({ name: `mcp: ${what}`, unit: 'ms', ...figures, peerName: 'bare client', goal: '<= 1.5' })
      await bare.close()
    }
  } finally {
    await desk.close()
  }
}

async function connectBare(fault: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' })
  const maxBufferSize = 64 * 1024 * 1024
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, fault], maxBufferSize }))
  await client.listTools()
  return client
}

/** The median of rounds that take turns, so that a busy moment hits both. */
async function compare(
  ours: () => Promise<unknown>,
  peer: () => Promise<unknown>,
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
) {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, act] of [
      ['ours', ours],
      ['peer', peer],
    ] as const) {
      const start = performance.now()
      for (let call = 0; call < calls; call += 1) await act()
      // The first round warms up.
      if (round > 0) times[name].push((performance.now() - start) / calls)
    }
  }
  return { ours: median(times.ours), peer: median(times.peer) }
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}
