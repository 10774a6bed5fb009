import { definedTypes } from '@stet/history'
import * as z from 'zod/mini'
import { modelChoice, toolList } from './chat-commands.ts'
import { defineCommand, nothing } from './definition.ts'
import { documentList } from './file-inputs.ts'
import { chatId, promptId, workspaceId } from './ids.ts'
import { LONGEST_MODEL, LONGEST_NAME, LONGEST_PROMPT, MOST_WORKSPACES } from './limits.ts'
import {
  answerSettingsInput,
  contextSettingsInput,
  modelOverrideInput,
  wordingSettingsInput,
} from './settings-input.ts'
import { WORKSPACE_ICONS } from './workspaces.ts'

const CHAT_ID = `chat_${'a'.repeat(32)}` as const
const WORKSPACE_ID = `ws_${'a'.repeat(32)}` as const
const PROMPT_ID = `prm_${'a'.repeat(32)}` as const
const PROVIDER_ID = `def_${'a'.repeat(32)}`

const label = z.nullable(z.string().check(z.maxLength(LONGEST_NAME)))
const address = z.nullable(z.string())
export const modelName = z.string().check(z.minLength(1), z.maxLength(LONGEST_MODEL))

/** A provider as a user fills it in. The desk checks its addresses, key, headers and options. */
export const providerForm = z.strictObject({
  type: z.enum(definedTypes),
  name: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)),
  icon: label,
  preset: label,
  baseUrl: address,
  modelsUrl: address,
  options: z.pipe(
    z.looseObject({}),
    z.transform((options): object => options),
  ),
  enabled: z.boolean(),
  /** Absent: the saved one stays. Null: none. */
  key: z.exactOptional(z.nullable(z.string())),
  /** Null: the saved value stays. */
  headers: z.record(z.string(), z.nullable(z.string())),
})

export const exampleForm: z.infer<typeof providerForm> = {
  type: 'openai-chat',
  name: 'Mine',
  icon: null,
  preset: null,
  baseUrl: 'https://example.org/v1',
  modelsUrl: null,
  options: {},
  enabled: true,
  key: 'sk-1',
  headers: { 'X-A': 'a' },
}

const workspaceName = z.string().check(
  z.maxLength(LONGEST_NAME),
  z.refine(name => name.trim() !== '', 'A workspace needs a name.'),
)
const icon = z.enum(WORKSPACE_ICONS)
const systemPrompt = z.string().check(z.maxLength(LONGEST_PROMPT))

const promptInput = z.strictObject({
  name: z.string().check(
    z.maxLength(LONGEST_NAME),
    z.refine(name => name.trim() !== '', 'A prompt needs a name.'),
  ),
  text: systemPrompt,
})

/** Settings of a workspace, each on its own. Those that are missing stay as they are. */
export const triedSettings = {
  systemPrompt: z.exactOptional(systemPrompt),
  context: z.exactOptional(contextSettingsInput),
  answer: z.exactOptional(answerSettingsInput),
  tools: z.exactOptional(toolList),
  wording: z.exactOptional(wordingSettingsInput),
  documents: z.exactOptional(documentList),
}

/** What the user arranges, which the desk runs. */
export const DESK_COMMANDS = {
  createChat: defineCommand({
    name: 'create-chat',
    method: 'POST',
    path: '/api/chats',
    help: 'Makes an empty chat in a workspace, with a copy of its settings; in the first workspace where none is named.',
    input: z.strictObject({ workspaceId: z.optional(workspaceId) }),
    status: 201,
    answer: chatId,
    shows: 'Chat',
    hashed: ({ workspaceId = null }) => workspaceId,
    example: { input: {}, answer: CHAT_ID },
  }),
  createWorkspace: defineCommand({
    name: 'create-workspace',
    method: 'POST',
    path: '/api/workspaces',
    help: 'Makes a workspace, last in the list.',
    input: z.strictObject({ name: workspaceName, icon, systemPrompt: z.optional(systemPrompt) }),
    status: 201,
    answer: workspaceId,
    shows: 'WorkspaceView',
    example: { input: { name: 'Garden', icon: 'leaf' }, answer: WORKSPACE_ID },
  }),
  changeWorkspace: defineCommand({
    name: 'change-workspace',
    method: 'PATCH',
    path: '/api/workspaces/:workspaceId',
    help: 'The name and the icon of a workspace.',
    input: z.strictObject({ name: workspaceName, icon }),
    status: 200,
    answer: z.null(),
    shows: 'WorkspaceView',
    example: { input: { name: 'Garden', icon: 'leaf' }, answer: null },
  }),
  changeBudget: defineCommand({
    name: 'change-budget',
    method: 'PUT',
    path: '/api/workspaces/:workspaceId/budget',
    help: 'What may be spent in a workspace in a month (UTC) before runs ask, in dollars; null for no limit.',
    input: z.strictObject({ budget: z.nullable(z.number().check(z.positive(), z.maximum(1_000_000))) }),
    status: 200,
    answer: z.null(),
    example: { input: { budget: 20 }, answer: null },
  }),
  changeWorkspaceSettings: defineCommand({
    name: 'change-workspace-settings',
    method: 'PUT',
    path: '/api/workspaces/:workspaceId/settings',
    help: 'What new chats of a workspace start from. Only the settings that are named change; existing chats keep theirs.',
    input: z.strictObject({ model: z.exactOptional(z.nullable(modelChoice)), ...triedSettings }),
    status: 200,
    answer: z.null(),
    shows: 'WorkspaceView',
    example: { input: { systemPrompt: 'You are a gardener.' }, answer: null },
  }),
  orderWorkspaces: defineCommand({
    name: 'order-workspaces',
    method: 'PUT',
    path: '/api/workspaces',
    help: 'The order of the workspaces. Those that are not named follow.',
    input: z.strictObject({ workspaceIds: z.readonly(z.array(workspaceId).check(z.maxLength(MOST_WORKSPACES))) }),
    status: 204,
    answer: z.null(),
    example: { input: { workspaceIds: [WORKSPACE_ID] }, answer: null },
  }),
  deleteWorkspace: defineCommand({
    name: 'delete-workspace',
    method: 'DELETE',
    path: '/api/workspaces/:workspaceId',
    help: 'Deletes a workspace and every chat in it. What was spent stays on record. The first workspace cannot be deleted.',
    input: nothing,
    status: 204,
    answer: z.null(),
    example: { input: {}, answer: null },
  }),
  createPrompt: defineCommand({
    name: 'create-prompt',
    method: 'POST',
    path: '/api/prompts',
    help: 'Saves a system prompt under a name.',
    input: promptInput,
    status: 201,
    answer: promptId,
    example: { input: { name: 'Gardener', text: 'You are a gardener. Today is {{date}}.' }, answer: PROMPT_ID },
  }),
  changePrompt: defineCommand({
    name: 'change-prompt',
    method: 'PUT',
    path: '/api/prompts/:promptId',
    help: 'Changes a saved or a shipped prompt. Chats and workspaces that use it keep their copy.',
    input: promptInput,
    status: 204,
    answer: z.null(),
    example: { input: { name: 'Gardener', text: 'You are a gardener.' }, answer: null },
  }),
  deletePrompt: defineCommand({
    name: 'delete-prompt',
    method: 'DELETE',
    path: '/api/prompts/:promptId',
    help: 'Deletes a saved prompt, or resets a shipped one.',
    input: nothing,
    status: 204,
    answer: z.null(),
    example: { input: {}, answer: null },
  }),
  changeDefaultModel: defineCommand({
    name: 'change-default-model',
    method: 'PUT',
    path: '/api/workspace/model',
    help: 'The model that new chats start with; null for none.',
    input: z.strictObject({ model: z.nullable(modelChoice) }),
    status: 200,
    answer: z.null(),
    shows: 'WorkspaceView',
    hashed: ({ model }) => model && { definition: model.definition, model: model.model },
    example: { input: { model: null }, answer: null },
  }),
}

/** Providers, which the desk runs too. */
export const PROVIDER_COMMANDS = {
  addProvider: defineCommand({
    name: 'add-provider',
    method: 'POST',
    path: '/api/providers',
    help: 'Adds a provider. What is wrong in the form is named by `field`.',
    input: providerForm,
    field: 'form',
    status: 201,
    answer: z.string(),
    shows: 'ShownProvider',
    hashed: ({ form }) => hashedForm(form),
    example: { input: exampleForm, answer: PROVIDER_ID },
  }),
  changeProvider: defineCommand({
    name: 'change-provider',
    method: 'PUT',
    path: '/api/providers/:providerId',
    help: 'Replaces a provider. Where its address changes, key and headers must be given again.',
    input: providerForm,
    field: 'form',
    status: 200,
    answer: z.string(),
    shows: 'ShownProvider',
    hashed: ({ providerId, form }) => [providerId, hashedForm(form)],
    example: { input: exampleForm, answer: PROVIDER_ID },
  }),
  deleteProvider: defineCommand({
    name: 'remove-provider',
    method: 'DELETE',
    path: '/api/providers/:providerId',
    help: 'Deletes a provider. Chats that use it stay.',
    input: nothing,
    status: 204,
    answer: z.null(),
    hashed: ({ providerId }) => providerId,
    example: { input: {}, answer: null },
  }),
  overrideModel: defineCommand({
    name: 'override-model',
    method: 'PUT',
    path: '/api/providers/:providerId/overrides',
    help: 'What a user says about a model, in place of what was discovered; null takes it back.',
    input: z.strictObject({ model: modelName, override: z.nullable(modelOverrideInput) }),
    status: 200,
    answer: z.string(),
    shows: 'ShownProvider',
    hashed: ({ providerId, model, override }) => [providerId, model, JSON.stringify(override)],
    example: { input: { model: 'm', override: null }, answer: PROVIDER_ID },
  }),
}

/** Without the secrets: a hash of one, on disk, can be guessed at. */
function hashedForm({ key, headers, options, ...form }: z.infer<typeof providerForm>) {
  return {
    ...form,
    options: { ...options },
    key: key === undefined ? 'kept' : key === null ? 'none' : 'given',
    headers: Object.entries(headers).map(([name, value]) => [name, value === null ? 'kept' : 'given']),
  }
}
