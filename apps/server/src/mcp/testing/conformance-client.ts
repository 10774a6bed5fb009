import type { McpQuestion, McpReply } from '@stet/tools'
import { connectMcp, createHttpTransport } from '@stet/tools/mcp'
import { createGuardedFetch } from '../../create-guarded-fetch.ts'

/** The client that the conformance suite starts, with the address of its server as the last argument. It does what a chat does: list, then call. */
const url = process.argv.at(-1) ?? ''
const { signal } = new AbortController()
const fetch = createGuardedFetch({ reach: 'with-loopback' })
const connection = await connectMcp(() => createHttpTransport({ url, headers: {}, fetch }), {
  version: '1',
  signal,
  onChanged: () => undefined,
  onTrouble: because => process.stderr.write(`${because}\n`),
})
const { tools } = await connection.list(signal)
for (const { name } of tools) {
  await connection.callTool(name, { a: 5, b: 3 }, { signal, onProgress: () => undefined, onQuestion: takeDefaults })
}
await connection.close()

/** What the form of a chat holds before anything is typed. */
async function takeDefaults({ schema }: McpQuestion): Promise<McpReply> {
  const { properties } = schema as { readonly properties: Readonly<Record<string, { readonly default: string }>> }
  const content = Object.entries(properties).map(([name, property]) => [name, property.default])
  return { action: 'accept', content: Object.fromEntries(content) }
}
