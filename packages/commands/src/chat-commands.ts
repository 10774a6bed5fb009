import { contextSettings, defaultAnswerSettings, defaultSettings, defaultWordingSettings } from '@stet/history'
import * as z from 'zod/mini'
import { defineCommand } from './definition.ts'
import { blobId, chatId, compactionId, messageId, runId, workspaceId } from './ids.ts'
import {
  LONGEST_FILE_NAME,
  LONGEST_MODEL,
  LONGEST_NAME,
  LONGEST_PATH,
  LONGEST_PROMPT,
  LONGEST_REASON,
  LONGEST_TEXT,
  LONGEST_TITLE,
  LONGEST_TOOL_OPTION,
  MOST_ATTACHMENTS,
  MOST_RELEASED,
  MOST_TOOL_OPTIONS,
  MOST_TOOLS,
} from './limits.ts'
import { answerSettingsInput, contextSettingsInput, wordingSettingsInput } from './settings-input.ts'
import { SETTING_GROUPS } from './workspaces.ts'

export const nothing: z.ZodMiniType<object> = z.strictObject({})
const stored = z.null()
const text = (longest: number) => z.string().check(z.maxLength(longest))
const name = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))

const CHAT_ID = `chat_${'a'.repeat(32)}` as const
const MESSAGE_ID = `msg_${'a'.repeat(32)}` as const
const ANSWER_ID = `msg_${'c'.repeat(32)}` as const
const COMPACTION_ID = `cmp_${'a'.repeat(32)}` as const
const WORKSPACE_ID = `ws_${'a'.repeat(32)}` as const
const RUN_ID = `run_${'a'.repeat(32)}` as const

export const modelChoice = z.strictObject({ definition: name(LONGEST_MODEL), model: name(LONGEST_MODEL) })

const TOO_MANY_OPTIONS = `a tool has at most ${MOST_TOOL_OPTIONS} options`

const toolChoice = z.strictObject({
  name: name(200),
  policy: z.nullable(z.enum(['auto', 'confirm', 'deny'])),
  options: z
    .record(name(LONGEST_NAME), z.union([z.boolean(), text(LONGEST_TOOL_OPTION), modelChoice]))
    .check(z.refine(options => Object.keys(options).length <= MOST_TOOL_OPTIONS, TOO_MANY_OPTIONS)),
})

/** Files that were uploaded before, or that a message has. */
export const attachments = z.readonly(
  z
    .array(z.strictObject({ blob: blobId, name: name(LONGEST_FILE_NAME) }))
    .check(z.maxLength(MOST_ATTACHMENTS, `can be at most ${MOST_ATTACHMENTS} files`)),
)

const filePart = z.object({
  kind: z.literal('file'),
  blob: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  extracted: z.exactOptional(z.object({ blob: z.string(), characters: z.number() })),
})

/** All tools of a chat. */
export const toolList = z.readonly(z.array(toolChoice).check(z.maxLength(MOST_TOOLS)))

const started = z.object({ runId, answerId: messageId })
const resumed = z.object({ runId: z.nullable(runId) })

/** The commands on a chat, which the engine runs. */
export const CHAT_COMMANDS = {
  send: defineCommand({
    name: 'send',
    method: 'POST',
    path: '/api/chats/:chatId/messages',
    help: 'Sends a message. Below an answer that is being written it waits for the next step, unless `stopFirst` stops that answer. The text may be empty where tool calls are unanswered or messages wait.',
    input: z.strictObject({
      text: text(LONGEST_TEXT),
      /** The last message the sender saw; null starts the chat, or another first message. */
      parentId: z.nullable(messageId),
      stopFirst: z.optional(z.boolean()),
      attachments: z.optional(attachments),
    }),
    status: 202,
    answer: z.object({
      /** The new message; where the text was empty, the message that is answered. */
      messageId,
      runId,
      answerId: messageId,
      /** Answers stored before messages could wait do not say. */
      waits: z._default(z.boolean(), false),
    }),
    hashed: ({ chatId, parentId, text, stopFirst, attachments = [] }) => [
      chatId,
      parentId,
      text,
      ...(stopFirst ? ['stop-first'] : []),
      ...attachments.map(({ blob, name }) => [blob, name]),
    ],
    example: {
      input: { text: 'Hello', parentId: null },
      answer: { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID, waits: false },
    },
  }),
  withdraw: defineCommand({
    name: 'withdraw',
    method: 'DELETE',
    path: '/api/chats/:chatId/waiting/:messageId',
    help: 'Takes back a message that waits, and answers its text and its files. `message-gone` when it was sent meanwhile.',
    input: nothing,
    status: 200,
    answer: z.object({
      text: z.string(),
      /** Answers stored before files could be attached have none. */
      files: z._default(z.array(filePart), []),
    }),
    example: { input: {}, answer: { text: 'Later', files: [] } },
  }),
  retry: defineCommand({
    name: 'retry',
    method: 'POST',
    path: '/api/chats/:chatId/messages/:messageId/retry',
    help: 'Answers a message again, beside the answers it has. The message may also be named by one of its answers.',
    input: nothing,
    status: 202,
    answer: started,
    example: { input: {}, answer: { runId: RUN_ID, answerId: ANSWER_ID } },
  }),
  continueAnswer: defineCommand({
    name: 'continue',
    method: 'POST',
    path: '/api/chats/:chatId/messages/:messageId/continue',
    help: 'Continues an answer that was cut short.',
    input: nothing,
    status: 202,
    answer: started,
    example: { input: {}, answer: { runId: RUN_ID, answerId: ANSWER_ID } },
  }),
  stop: defineCommand({
    name: 'stop',
    method: 'POST',
    path: '/api/chats/:chatId/stop',
    help: 'Stops a run or a summary. Without a name: every run of the chat, and the summary a user asked for. What arrived is saved.',
    input: z.strictObject({
      runId: z.optional(z.nullable(runId)),
      compactionId: z.optional(z.nullable(compactionId)),
    }),
    status: 200,
    answer: z.object({ runIds: z.readonly(z.array(runId)) }),
    hashed: ({ chatId, runId = null, compactionId = null }) =>
      compactionId === null ? [chatId, runId] : [chatId, runId, compactionId],
    example: { input: { runId: null }, answer: { runIds: [RUN_ID] } },
  }),
  decideSummary: defineCommand({
    name: 'decide-summary',
    method: 'POST',
    path: '/api/chats/:chatId/runs/:runId/summary',
    help: 'Answers a run that waits because a summary would take many requests: make them all, or shorten the text without a model. The run continues.',
    input: z.strictObject({ choice: z.enum(['summarise', 'truncate']) }),
    status: 202,
    answer: started,
    hashed: ({ chatId, runId, choice }) => [chatId, runId, choice],
    example: { input: { choice: 'summarise' }, answer: { runId: RUN_ID, answerId: ANSWER_ID } },
  }),
  approve: defineCommand({
    name: 'approve',
    method: 'POST',
    path: '/api/chats/:chatId/calls/:callId/approve',
    help: 'Lets one tool call run, exactly as it was shown: `hash` is of that. With `always` the tool runs without asking from the next call on.',
    input: z.strictObject({ hash: text(200), always: z.boolean() }),
    status: 200,
    answer: resumed,
    hashed: ({ chatId, callId, hash, always }) => [chatId, callId, hash, always],
    example: { input: { hash: 'ab12', always: false }, answer: { runId: RUN_ID } },
  }),
  deny: defineCommand({
    name: 'deny',
    method: 'POST',
    path: '/api/chats/:chatId/calls/:callId/deny',
    help: 'Denies one tool call. The model reads the reason, which may be empty.',
    input: z.strictObject({ reason: text(LONGEST_REASON) }),
    status: 200,
    answer: resumed,
    hashed: ({ chatId, callId, reason }) => [chatId, callId, reason],
    example: { input: { reason: 'Not now' }, answer: { runId: null } },
  }),
  runPending: defineCommand({
    name: 'run-pending',
    method: 'POST',
    path: '/api/chats/:chatId/messages/:messageId/run-pending',
    help: 'Runs the unanswered tool calls of an answer.',
    input: nothing,
    status: 202,
    answer: resumed,
    example: { input: {}, answer: { runId: RUN_ID } },
  }),
  rejectPending: defineCommand({
    name: 'reject-pending',
    method: 'POST',
    path: '/api/chats/:chatId/messages/:messageId/reject-pending',
    help: 'Rejects the unanswered tool calls of an answer.',
    input: nothing,
    status: 204,
    answer: stored,
    example: { input: {}, answer: null },
  }),
  changeTools: defineCommand({
    name: 'change-tools',
    method: 'PUT',
    path: '/api/chats/:chatId/tools',
    help: 'The tools a chat offers, how they are set, and which run without asking. Replaces the whole list.',
    input: z.strictObject({ tools: toolList }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, tools }) => [chatId, JSON.stringify(tools)],
    example: { input: { tools: [{ name: 'write_todo', policy: null, options: { deep: true } }] }, answer: null },
  }),
  expose: defineCommand({
    name: 'expose',
    method: 'POST',
    path: '/api/chats/:chatId/roots',
    help: 'Lets the tools of a chat reach a directory. `directory-refused` with the reason.',
    input: z.strictObject({ path: name(LONGEST_PATH) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, path }) => [chatId, path],
    example: { input: { path: '/srv/app' }, answer: null },
  }),
  unexpose: defineCommand({
    name: 'unexpose',
    method: 'DELETE',
    path: '/api/chats/:chatId/roots',
    help: 'Hides an exposed directory again.',
    input: z.strictObject({ path: name(LONGEST_PATH) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, path }) => [chatId, path],
    example: { input: { path: '/srv/app' }, answer: null },
  }),
  rename: defineCommand({
    name: 'rename',
    method: 'PATCH',
    path: '/api/chats/:chatId',
    help: 'Gives a chat a title, which no model replaces.',
    input: z.strictObject({ title: name(LONGEST_TITLE) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, title }) => [chatId, title],
    example: { input: { title: 'Mosses' }, answer: null },
  }),
  placeChat: defineCommand({
    name: 'place-chat',
    method: 'PUT',
    path: '/api/chats/:chatId/place',
    help: 'Pins a chat, archives it, or puts it back among the open ones.',
    input: z.strictObject({ place: z.enum(['open', 'pinned', 'archived']) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, place }) => [chatId, place],
    example: { input: { place: 'pinned' }, answer: null },
  }),
  deleteChat: defineCommand({
    name: 'delete-chat',
    method: 'DELETE',
    path: '/api/chats/:chatId',
    help: 'Deletes a chat: stops its runs and hides it at once. Its rows are deleted from `deleteAt` on, ten seconds later; until then it can be restored. What was spent stays on record.',
    input: nothing,
    status: 202,
    answer: z.object({ deleteAt: z.number() }),
    hashed: ({ chatId }) => chatId,
    example: { input: {}, answer: { deleteAt: 1_763_251_210_000 } },
  }),
  restoreChat: defineCommand({
    name: 'restore-chat',
    method: 'POST',
    path: '/api/chats/:chatId/restore',
    help: 'Brings back a chat that was deleted within the last ten seconds. `chat-not-found` when it is too late.',
    input: nothing,
    status: 204,
    answer: stored,
    hashed: ({ chatId }) => chatId,
    example: { input: {}, answer: null },
  }),
  makeTitle: defineCommand({
    name: 'make-title',
    method: 'POST',
    path: '/api/chats/:chatId/title',
    help: 'Asks the model for a new title. The event `title-ended` says how it went.',
    input: nothing,
    status: 202,
    answer: stored,
    example: { input: {}, answer: null },
  }),
  changeContext: defineCommand({
    name: 'change-context',
    method: 'PUT',
    path: '/api/chats/:chatId/context',
    help: 'The context settings of a chat, whole. An invalid one is named by `field`.',
    input: contextSettingsInput,
    field: 'context',
    status: 204,
    answer: stored,
    hashed: ({ chatId, context }) => [chatId, JSON.stringify(context)],
    example: { input: defaultSettings(contextSettings), answer: null },
  }),
  changeAnswerSettings: defineCommand({
    name: 'change-answer-settings',
    method: 'PUT',
    path: '/api/chats/:chatId/answer',
    help: 'The answer settings of a chat, whole. An invalid one is named by `field`.',
    input: answerSettingsInput,
    field: 'answer',
    status: 204,
    answer: stored,
    hashed: ({ chatId, answer }) => [chatId, JSON.stringify(answer)],
    example: { input: defaultAnswerSettings, answer: null },
  }),
  changeModel: defineCommand({
    name: 'change-model',
    method: 'PUT',
    path: '/api/chats/:chatId/model',
    help: 'The model that answers in a chat from the next message on.',
    input: modelChoice,
    status: 204,
    answer: stored,
    hashed: ({ chatId, definition, model }) => [chatId, [definition, model]],
    example: { input: { definition: 'demo', model: 'demo' }, answer: null },
  }),
  changeSystemPrompt: defineCommand({
    name: 'change-system-prompt',
    method: 'PUT',
    path: '/api/chats/:chatId/system-prompt',
    help: 'The system prompt of a chat: a template, rendered now, at every checkpoint, and when asked for. Unknown variables are refused.',
    input: z.strictObject({ text: text(LONGEST_PROMPT) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, text }) => [chatId, text],
    example: { input: { text: 'You are a gardener. Today is {{date}}.' }, answer: null },
  }),
  refreshPrompt: defineCommand({
    name: 'refresh-prompt',
    method: 'POST',
    path: '/api/chats/:chatId/system-prompt',
    help: 'Renders the system prompt of a chat again, with what its tools add to it.',
    input: nothing,
    status: 204,
    answer: stored,
    example: { input: {}, answer: null },
  }),
  changeWording: defineCommand({
    name: 'change-wording',
    method: 'PUT',
    path: '/api/chats/:chatId/wording',
    help: 'How the messages of a chat are sent, and what is asked for titles and summaries. An invalid one is named by `field`.',
    input: wordingSettingsInput,
    field: 'wording',
    status: 204,
    answer: stored,
    hashed: ({ chatId, wording }) => [chatId, JSON.stringify(wording)],
    example: { input: defaultWordingSettings, answer: null },
  }),
  takeWorkspaceSettings: defineCommand({
    name: 'take-workspace-settings',
    method: 'POST',
    path: '/api/chats/:chatId/workspace-settings',
    help: 'Replaces one group of the settings of a chat by that of its workspace.',
    input: z.strictObject({ group: z.enum(SETTING_GROUPS) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, group }) => [chatId, group],
    example: { input: { group: 'context' }, answer: null },
  }),
  moveChat: defineCommand({
    name: 'move-chat',
    method: 'PUT',
    path: '/api/chats/:chatId/workspace',
    help: 'Moves a chat to another workspace. It keeps its settings.',
    input: z.strictObject({ workspaceId }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, workspaceId }) => [chatId, workspaceId],
    example: { input: { workspaceId: WORKSPACE_ID }, answer: null },
  }),
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
  releaseAttachments: defineCommand({
    name: 'release-attachments',
    method: 'PUT',
    path: '/api/chats/:chatId/attachments',
    help: 'Removes attachments of messages from the chat. Their bytes go a day after the last message that has them, or with `delete` at once; until then `restore` takes it back.',
    input: z.strictObject({
      act: z.enum(['release', 'delete', 'restore']),
      attachments: z.readonly(
        z.array(z.strictObject({ messageId, blob: blobId })).check(z.minLength(1), z.maxLength(MOST_RELEASED)),
      ),
    }),
    status: 200,
    answer: z.object({ changed: z.number() }),
    example: {
      input: { act: 'release', attachments: [{ messageId: MESSAGE_ID, blob: 'a'.repeat(64) }] },
      answer: { changed: 1 },
    },
  }),
  chooseTip: defineCommand({
    name: 'choose-tip',
    method: 'PUT',
    path: '/api/chats/:chatId/tip',
    help: 'Shows the branch through a message, where the user last was in it.',
    input: z.strictObject({ messageId }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, messageId }) => [chatId, messageId],
    example: { input: { messageId: MESSAGE_ID }, answer: null },
  }),
  fork: defineCommand({
    name: 'fork',
    method: 'POST',
    path: '/api/chats/:chatId/messages/:messageId/fork',
    help: 'Copies the path to a message into a new chat.',
    input: nothing,
    status: 201,
    answer: z.object({ chatId }),
    example: { input: {}, answer: { chatId: CHAT_ID } },
  }),
  deleteMessage: defineCommand({
    name: 'delete',
    method: 'DELETE',
    path: '/api/chats/:chatId/messages/:messageId',
    help: 'Deletes a message and everything below it. What was spent there stays on record.',
    input: nothing,
    status: 200,
    answer: z.object({ removed: z.number() }),
    example: { input: {}, answer: { removed: 2 } },
  }),
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
    help: 'On the shown branch alone: lifts a checkpoint, lets it hold again, or lets automatic compaction resume below a lift.',
    input: z.strictObject({ act: z.enum(['lift', 'hold', 'resume-compaction']) }),
    status: 204,
    answer: stored,
    hashed: ({ chatId, checkpointId, act }) => [chatId, [checkpointId, act]],
    example: { input: { act: 'lift' }, answer: null },
  }),
  summarise: defineCommand({
    name: 'summarise',
    method: 'POST',
    path: '/api/chats/:chatId/summaries',
    help: 'Summarises the shown path, or makes one of its summaries (`again`) once more. Answered when the work has begun; events say how it goes.',
    input: z.strictObject({ form: z.enum(['prose', 'snapshot']), again: z.optional(z.nullable(messageId)) }),
    status: 202,
    answer: z.object({ compactionId }),
    hashed: ({ chatId, form, again = null }) => [chatId, form, again],
    example: { input: { form: 'snapshot', again: MESSAGE_ID }, answer: { compactionId: COMPACTION_ID } },
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
