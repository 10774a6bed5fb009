import * as z from 'zod/mini'
import { defineRead, nothing } from './definition.ts'
import { LONGEST_COMMAND, LONGEST_PATH, LONGEST_PROMPT, LONGEST_TEXT } from './limits.ts'
import { limit, moment, queryText } from './queries.ts'

const short = z.string().check(z.maxLength(LONGEST_COMMAND))

/** What can be read of MCP servers, and asked of them (T10). */
export const MCP_READS = {
  mcpServers: defineRead({
    path: '/api/workspaces/:workspaceId/mcp-servers',
    help: 'The MCP servers of a workspace, and how they are.',
    answers: 'McpServerPage',
  }),
  mcpServer: defineRead({
    path: '/api/mcp-servers/:mcpServerId',
    help: 'An MCP server, how it is, and the end of what it wrote to its standard error.',
    answers: 'ShownMcpServer',
  }),
  mcpTools: defineRead({
    path: '/api/mcp-servers/:mcpServerId/tools',
    help: 'Tools of an MCP server that hold all words of `text`, those that wait for approval first. `next` of a page is the `after` of the one that follows.',
    answers: 'McpToolPage',
    query: z.strictObject({ text: queryText, after: moment, limit }),
  }),
  mcpOffers: defineRead({
    path: '/api/mcp-servers/:mcpServerId/offers',
    help: 'The resources and prompts of an MCP server, as last listed.',
    answers: 'McpOffers',
  }),
  testMcpServer: defineRead({
    path: '/api/mcp-servers/:mcpServerId/test',
    help: 'Starts an MCP server now and asks what it offers. A failure is part of the answer.',
    answers: 'ShownMcpServer',
    writes: true,
    input: nothing,
    example: { input: {} },
  }),
  stopMcpServer: defineRead({
    path: '/api/mcp-servers/:mcpServerId/stop',
    help: 'Ends the connection to an MCP server. It is started again when it is needed.',
    answers: 'ShownMcpServer',
    input: nothing,
    example: { input: {} },
  }),
  startMcpSignIn: defineRead({
    path: '/api/mcp-servers/:mcpServerId/sign-in',
    help: 'Starts a sign-in at an MCP server: answers the page of its authorization server. `origin` is where Stet is reached, with the path it is served below; the browser comes back to `/mcp/callback` there. `client` is one that the user registered by hand; null to use the saved one, or to register one.',
    answers: 'StartedSignIn',
    writes: true,
    input: z.strictObject({
      origin: z.string().check(z.maxLength(LONGEST_PATH)),
      client: z.nullable(
        z.strictObject({
          id: short.check(z.minLength(1, 'A client ID is needed.')),
          secret: z.nullable(short),
        }),
      ),
    }),
    example: { input: { origin: 'http://127.0.0.1:4848', client: null } },
  }),
  finishMcpSignIn: defineRead({
    path: '/api/mcp-sign-in',
    help: 'Ends a sign-in with what the authorization server sent the browser back with. `state` works once, within ten minutes. A refusal is part of the answer.',
    answers: 'ShownMcpServer',
    writes: true,
    input: z.strictObject({
      state: short,
      code: z.nullable(short),
      iss: z.nullable(short),
      error: z.nullable(short),
      errorDescription: z.nullable(short),
    }),
    example: { input: { state: 'a', code: 'b', iss: null, error: null, errorDescription: null } },
  }),
  signOutOfMcpServer: defineRead({
    path: '/api/mcp-servers/:mcpServerId/sign-out',
    help: 'Revokes the tokens of an MCP server where it offers that, and deletes them here.',
    answers: 'ShownMcpServer',
    writes: true,
    input: nothing,
    example: { input: {} },
  }),
  readMcpResource: defineRead({
    path: '/api/mcp-servers/:mcpServerId/resource',
    help: 'A resource of an MCP server, as files that a message can have.',
    answers: '{ files: FilePart[] }',
    writes: true,
    input: z.strictObject({ uri: z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH)) }),
    example: { input: { uri: 'file:///notes.md' } },
  }),
  completeMcp: defineRead({
    path: '/api/mcp-servers/:mcpServerId/complete',
    help: 'Values that an MCP server suggests for an argument of a prompt or a variable of a resource template.',
    answers: '{ values: string[] }',
    writes: true,
    input: z.strictObject({
      of: z.union([
        z.strictObject({ kind: z.literal('prompt'), name: short }),
        z.strictObject({ kind: z.literal('template'), template: short }),
      ]),
      name: short,
      value: short,
      given: z.record(z.string(), z.string().check(z.maxLength(LONGEST_TEXT))),
    }),
    example: { input: { of: { kind: 'prompt', name: 'review' }, name: 'language', value: 'Ty', given: {} } },
  }),
  getMcpPrompt: defineRead({
    path: '/api/mcp-servers/:mcpServerId/prompt',
    help: 'A prompt of an MCP server, filled in, as a text to change and send.',
    answers: 'McpPromptText',
    writes: true,
    input: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH)),
      arguments: z.record(z.string(), z.string().check(z.maxLength(LONGEST_TEXT))),
    }),
    example: { input: { name: 'review', arguments: { code: '1 + 1' } } },
  }),
  mcpQuestions: defineRead({
    path: '/api/chats/:chatId/mcp-questions',
    help: 'What MCP servers ask the user in the middle of calls of a chat.',
    answers: '{ questions: AskedQuestion[] }',
  }),
  answerMcpQuestion: defineRead({
    path: '/api/chats/:chatId/calls/:callId/answer',
    help: 'Answers what an MCP server asks in the middle of a call: with the fields it wants, or not at all.',
    answers: '{}',
    input: z.union([
      z.strictObject({
        action: z.literal('accept'),
        content: z.record(
          z.string(),
          z.union([
            z.string().check(z.maxLength(LONGEST_PROMPT)),
            z.number(),
            z.boolean(),
            z.readonly(z.array(z.string().check(z.maxLength(LONGEST_PROMPT))).check(z.maxLength(1_000))),
          ]),
        ),
      }),
      z.strictObject({ action: z.literal('decline') }),
      z.strictObject({ action: z.literal('cancel') }),
    ]),
    example: { input: { action: 'accept', content: { name: 'Ada' } } },
  }),
}
