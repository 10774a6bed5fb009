import * as z from 'zod/mini'
import { defineRead } from './definition.ts'
import { callId, chatId } from './ids.ts'
import { LONGEST_PATH } from './limits.ts'

/** What tools use and leave running: directories to expose, background jobs, chats of sub-agents. */
export const TOOL_READS = {
  directories: defineRead({
    path: '/api/directories',
    help: 'The directories in one (`path`), or the ones to begin with, for a user who looks for one to expose. `refused` says why one cannot be.',
    answers: 'Browsed',
    query: z.strictObject({ path: z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH))) }),
    example: { query: { path: '/srv' } },
  }),
  jobs: defineRead({
    path: '/api/chats/:chatId/jobs',
    help: 'The background jobs that shell calls of a chat started: what they print, and how they ended.',
    answers: '{ jobs: BackgroundJob[] }',
  }),
  stopJob: defineRead({
    path: '/api/chats/:chatId/jobs/stop',
    help: 'Ends a background job of a chat with everything it started.',
    answers: '{ jobs: BackgroundJob[] }',
    input: z.strictObject({ job: z.int().check(z.minimum(1)) }),
    example: { input: { job: 1 } },
  }),
  calledChats: defineRead({
    path: '/api/chats/:chatId/called',
    help: 'The chats in which models work for a `call` of this chat, what waits there for approval, and the chat that the call continues (`continued`).',
    answers: '{ chats: CalledChat[] }',
    query: z.strictObject({ call: callId, continued: z.optional(chatId) }),
    example: { query: { call: `call_${'e'.repeat(32)}` } },
  }),
} as const
