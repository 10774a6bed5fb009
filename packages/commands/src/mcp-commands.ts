import * as z from 'zod/mini'
import { defineCommand, nothing } from './definition.ts'
import { mcpServerId } from './ids.ts'
import { LONGEST_COMMAND, LONGEST_NAME, LONGEST_PATH, LONGEST_TEXT, MOST_ARGUMENTS } from './limits.ts'

const SERVER_ID = `mcp_${'a'.repeat(32)}` as const

const text = z.string().check(z.maxLength(LONGEST_COMMAND))

/** An MCP server as a user fills it in. */
export const mcpServerForm = z.strictObject({
  name: z.string().check(
    z.maxLength(LONGEST_NAME),
    z.refine(name => name.trim() !== '', 'A server needs a name.'),
  ),
  enabled: z.boolean(),
  reach: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stdio'),
      command: text.check(z.minLength(1, 'A program is needed.')),
      args: z.readonly(z.array(text).check(z.maxLength(MOST_ARGUMENTS))),
      cwd: z.nullable(z.string().check(z.maxLength(LONGEST_PATH))),
    }),
    z.strictObject({ kind: z.literal('http'), url: text, thisComputer: z.boolean() }),
  ]),
  /** The environment of a program, or the headers of an address. Null: the saved value stays. */
  secrets: z.record(z.string(), z.nullable(text)),
})

type McpServerForm = z.infer<typeof mcpServerForm>

const exampleForm: McpServerForm = {
  name: 'Files',
  enabled: true,
  reach: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'], cwd: null },
  secrets: { TOKEN: 'a' },
}

/** The MCP servers of a workspace, which the desk runs (T10). */
export const MCP_COMMANDS = {
  addMcpServer: defineCommand({
    name: 'add-mcp-server',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/mcp-servers',
    help: 'Adds an MCP server to a workspace: a program that is started when it is needed, or an address.',
    input: mcpServerForm,
    field: 'form',
    status: 201,
    answer: mcpServerId,
    shows: 'ShownMcpServer',
    hashed: ({ workspaceId, form }) => [workspaceId, hashedForm(form)],
    example: { input: exampleForm, answer: SERVER_ID },
  }),
  importMcpServers: defineCommand({
    name: 'import-mcp-servers',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/mcp-servers/import',
    help: 'Adds the servers of a text with `mcpServers`, as other programs keep it. They are switched off until the user has looked at them.',
    input: z.strictObject({ text: z.string().check(z.maxLength(LONGEST_TEXT)) }),
    status: 201,
    answer: z.readonly(z.array(mcpServerId)),
    shows: 'ShownMcpServer[]',
    // The text holds secrets: it is hashed with the key of the home only.
    hashed: ({ workspaceId }) => workspaceId,
    example: {
      input: {
        text: '{"mcpServers":{"memory":{"command":"npx","args":["-y","@modelcontextprotocol/server-memory"]}}}',
      },
      answer: [SERVER_ID],
    },
  }),
  changeMcpServer: defineCommand({
    name: 'change-mcp-server',
    method: 'PUT',
    path: '/api/mcp-servers/:mcpServerId',
    help: 'Replaces an MCP server. Where its program or address changes, its values must be given again, and its tools are approved again.',
    input: mcpServerForm,
    field: 'form',
    status: 200,
    answer: mcpServerId,
    shows: 'ShownMcpServer',
    hashed: ({ mcpServerId, form }) => [mcpServerId, hashedForm(form)],
    example: { input: exampleForm, answer: SERVER_ID },
  }),
  deleteMcpServer: defineCommand({
    name: 'delete-mcp-server',
    method: 'DELETE',
    path: '/api/mcp-servers/:mcpServerId',
    help: 'Deletes an MCP server. Chats that offered its tools show that they are gone.',
    input: nothing,
    status: 204,
    answer: z.null(),
    example: { input: {}, answer: null },
  }),
  approveMcpTools: defineCommand({
    name: 'approve-mcp-tools',
    method: 'POST',
    path: '/api/mcp-servers/:mcpServerId/approve',
    help: 'Approves tools, or what the server says about using them, as they are described now. `hash` names what was shown: a tool that changed since then stays unapproved.',
    input: z.strictObject({
      tools: z.readonly(z.array(z.strictObject({ name: z.string(), hash: z.string() })).check(z.maxLength(5_000))),
      /** What the server says about using its tools, as it was shown. */
      instructions: z.optional(z.string().check(z.maxLength(LONGEST_TEXT))),
    }),
    status: 204,
    answer: z.null(),
    example: { input: { tools: [{ name: 'echo', hash: 'a' }] }, answer: null },
  }),
}

/** Without the secrets: a hash of one, on disk, can be guessed at. */
function hashedForm({ secrets, reach, ...form }: McpServerForm) {
  return {
    ...form,
    reach: JSON.stringify(reach),
    secrets: Object.entries(secrets).map(([name, value]) => [name, value === null ? 'kept' : 'given']),
  }
}
