import * as z from 'zod/mini'
import { defineCommand } from './definition.ts'
import { LONGEST_KEPT } from './limits.ts'

const stored = z.null()

/** What the user chooses about single messages of a chat (C19, C22). */
export const MARK_COMMANDS = {
  mark: defineCommand({
    name: 'mark',
    method: 'PUT',
    path: '/api/chats/:chatId/marks/:messageId',
    help: 'Pins a message, leaves it out of requests, or takes that back with null.',
    input: z.strictObject({ mark: z.nullable(z.enum(['pinned', 'left-out'])) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, messageId, mark }) => [chatId, [messageId, mark]],
    example: { input: { mark: 'pinned' }, answer: null },
  }),
  keepText: defineCommand({
    name: 'keep-text',
    method: 'PUT',
    path: '/api/chats/:chatId/kept/:messageId',
    help: 'Keeps a sentence of a message: once a summary replaces the message, it is sent word for word. `keep: false` takes that back.',
    input: z.strictObject({ text: z.string().check(z.maxLength(LONGEST_KEPT)), keep: z.boolean() }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, messageId, text, keep }) => [chatId, [messageId, text, keep]],
    example: { input: { text: 'Never deploy on a Friday.', keep: true }, answer: null },
  }),
}
