import * as z from 'zod/mini'
import { defineCommand, nothing } from './definition.ts'
import { compactionId, messageId } from './ids.ts'
import { LONGEST_TEXT, LONGEST_WISH } from './limits.ts'

const stored = z.null()

const MESSAGE_ID = `msg_${'a'.repeat(32)}` as const
const COMPACTION_ID = `cmp_${'a'.repeat(32)}` as const

/** The commands on a chat that decide from where on it is sent: summaries and clears. */
export const CHECKPOINT_COMMANDS = {
  clear: defineCommand({
    name: 'clear',
    method: 'POST',
    path: '/api/chats/:chatId/clear',
    help: 'Puts a checkpoint at the end of the shown path. Nothing before it is sent any more.',
    input: nothing,
    status: 201,
    answer: z.object({ checkpointId: messageId }),
    hashed: ({ chatId }) => chatId,
    example: { input: {}, answer: { checkpointId: MESSAGE_ID } },
  }),
  lift: defineCommand({
    name: 'lift',
    method: 'PUT',
    path: '/api/chats/:chatId/lifts/:checkpointId',
    help: 'On the shown branch alone: lifts a checkpoint, lets it hold (again, or for the first time after a preview), or lets automatic compaction resume below a lift. A preview can be discarded.',
    input: z.strictObject({ act: z.enum(['lift', 'hold', 'resume-compaction', 'discard']) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, checkpointId, act }) => [chatId, [checkpointId, act]],
    example: { input: { act: 'lift' }, answer: null },
  }),
  editSummary: defineCommand({
    name: 'edit-summary',
    method: 'POST',
    path: '/api/chats/:chatId/checkpoints/:checkpointId/text',
    help: 'Saves a text of the user as a new summary of the same messages. It replaces the edited one, which holds again once the new one is lifted.',
    input: z.strictObject({ text: z.string().check(z.maxLength(LONGEST_TEXT)) }),
    status: 200,
    answer: z.object({ messageId }),
    hashed: ({ chatId, checkpointId, text }) => [chatId, checkpointId, text],
    example: { input: { text: 'They spoke of tides.' }, answer: { messageId: MESSAGE_ID } },
  }),
  summarise: defineCommand({
    name: 'summarise',
    method: 'POST',
    path: '/api/chats/:chatId/summaries',
    help:
      'Summarises the shown path, or only what is `above` a message of it, or makes one of its summaries (`again`) once more; the `instruction` is for ' +
      'this summary alone. A `preview` is saved and is not in force until it holds. Answered when the work has begun; events say how it goes.',
    input: z.strictObject({
      form: z.enum(['prose', 'snapshot']),
      again: z.optional(z.nullable(messageId)),
      above: z.optional(z.nullable(messageId)),
      instruction: z.optional(z.string().check(z.maxLength(LONGEST_WISH))),
      preview: z.optional(z.boolean()),
    }),
    status: 202,
    answer: z.object({ compactionId }),
    hashed: ({ chatId, form, again = null, above = null, instruction = '', preview = false }) =>
      above === null && instruction === '' && !preview
        ? [chatId, form, again]
        : [chatId, form, again, above, instruction, preview],
    example: { input: { form: 'snapshot', again: MESSAGE_ID }, answer: { compactionId: COMPACTION_ID } },
  }),
  undoCheckpoint: defineCommand({
    name: 'undo-checkpoint',
    method: 'POST',
    path: '/api/chats/:chatId/checkpoints/undo',
    help: 'Undoes what the user last did to the summaries and clears of a chat, so that the next request is what it was before, or redoes what was undone.',
    input: z.strictObject({ act: z.enum(['undo', 'redo']) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, act }) => [chatId, act],
    example: { input: { act: 'undo' }, answer: null },
  }),
  dismissCompaction: defineCommand({
    name: 'dismiss',
    method: 'DELETE',
    path: '/api/chats/:chatId/summaries/:compactionId',
    help: 'Hides a summary that failed.',
    input: nothing,
    status: 204,
    answer: stored,
    example: { input: {}, answer: null },
  }),
}
