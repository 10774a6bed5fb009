import { definedTypes } from '@stet/history'
import * as z from 'zod/mini'
import { modelChoice, nothing } from './chat-commands.ts'
import { defineCommand } from './definition.ts'
import { chatId } from './ids.ts'
import { LONGEST_MODEL, LONGEST_NAME } from './limits.ts'
import { modelOverrideInput } from './settings-input.ts'

const CHAT_ID = `chat_${'a'.repeat(32)}` as const
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

/** What the user arranges, which the desk runs. */
export const DESK_COMMANDS = {
  createChat: defineCommand({
    name: 'create-chat',
    method: 'POST',
    path: '/api/chats',
    help: 'Makes an empty chat in the default workspace.',
    input: nothing,
    status: 201,
    answer: chatId,
    shows: 'Chat',
    hashed: () => null,
    example: { input: {}, answer: CHAT_ID },
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
