import type { McpAnswers, McpDesk, ShownMcpServer } from '@stet/desk'
import type { ReadAnswers } from '../answers.ts'

export const MCP_SERVER: ShownMcpServer = {
  id: `mcp_${'a'.repeat(32)}`,
  workspaceId: `ws_${'a'.repeat(32)}`,
  name: 'Everything',
  enabled: true,
  reach: { kind: 'stdio', command: 'npx', args: ['everything'], cwd: null },
  secretNames: ['TOKEN'],
  secretsTrouble: null,
  signIn: { kind: 'none', client: null },
  status: { kind: 'stopped' },
  stderr: '',
  listed: null,
}

export const MCP_SHOWN: McpAnswers = {
  addMcpServer: MCP_SERVER,
  importMcpServers: { servers: [MCP_SERVER] },
  changeMcpServer: MCP_SERVER,
}

export const MCP_READS = {
  mcpServers: { servers: [MCP_SERVER], unreadable: [], startsPrograms: true },
  mcpServer: MCP_SERVER,
  mcpTools: { tools: [], found: 0, next: null },
  mcpOffers: { resources: [], templates: [], prompts: [], completes: false },
  completeMcp: { values: [] },
  testMcpServer: MCP_SERVER,
  stopMcpServer: MCP_SERVER,
  startMcpSignIn: { address: 'https://auth.example/authorize' },
  finishMcpSignIn: MCP_SERVER,
  signOutOfMcpServer: MCP_SERVER,
  readMcpResource: { files: [] },
  mcpQuestions: { questions: [] },
  answerMcpQuestion: {},
  getMcpPrompt: { text: 'Hello', files: [] },
} satisfies Partial<ReadAnswers>

/** One server that offers nothing. */
export function fakeMcp(given: Partial<McpDesk> = {}): McpDesk {
  return {
    addMcpServer: async () => MCP_SERVER,
    importMcpServers: async () => MCP_SHOWN.importMcpServers,
    changeMcpServer: async () => MCP_SERVER,
    deleteMcpServer: async () => undefined,
    approveMcpTools: async () => undefined,
    servers: async () => MCP_READS.mcpServers,
    server: async () => MCP_SERVER,
    tools: async () => MCP_READS.mcpTools,
    offers: async () => MCP_READS.mcpOffers,
    test: async () => MCP_SERVER,
    stop: async () => MCP_SERVER,
    startSignIn: async () => MCP_READS.startMcpSignIn,
    finishSignIn: async () => MCP_SERVER,
    signOut: async () => MCP_SERVER,
    resource: async () => [],
    complete: async () => [],
    prompt: async () => MCP_READS.getMcpPrompt,
    questions: async () => [],
    answerQuestion: async () => undefined,
    toolsOf: async () => [],
    removalsOf: async () => [],
    close: async () => undefined,
    ...given,
  }
}
