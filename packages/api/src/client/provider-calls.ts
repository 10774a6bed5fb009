import type {
  Catalog,
  DefinitionTest,
  FoundServer,
  ModelList,
  ModelOverride,
  Preset,
  PriceDataState,
  ProviderForm,
  ProviderPage,
  ShownProvider,
  WorkspaceView,
} from '@stet/desk'
import type { Answering, AnswerSettings, ChatId, ModelChoice } from '@stet/engine'
import type { Act, Ask, Get, Keyed, Read } from './wire.ts'

/** Providers and their models, and which of them answers. */
export interface ProviderCalls {
  presets(): Promise<{ readonly presets: readonly Preset[] }>
  providers(): Promise<ProviderPage>
  /** What is wrong in a form is told by its name, as the error's field. */
  addProvider(command: Keyed & { readonly form: ProviderForm }): Promise<ShownProvider>
  changeProvider(providerId: string, command: Keyed & { readonly form: ProviderForm }): Promise<ShownProvider>
  deleteProvider(providerId: string, command?: Keyed): Promise<void>
  overrideModel(
    providerId: string,
    command: Keyed & { readonly model: string; readonly override: ModelOverride | null },
  ): Promise<ShownProvider>
  /** Asks the provider; when it refuses, the answer says why and holds the models that were known before. */
  discoverModels(providerId: string): Promise<Catalog>
  testProvider(form: ProviderForm, model?: string | null): Promise<DefinitionTest>
  /** With a form: as if it were saved. */
  testKeptProvider(
    providerId: string,
    query?: { readonly form?: ProviderForm | null; readonly model?: string | null },
  ): Promise<DefinitionTest>
  models(): Promise<ModelList>
  findLocalServers(): Promise<{ readonly servers: readonly FoundServer[] }>
  refreshPrices(): Promise<PriceDataState>
  workspace(): Promise<WorkspaceView>
  changeDefaultModel(command: Keyed & { readonly model: ModelChoice | null }): Promise<WorkspaceView>
  changeModel(chatId: ChatId, command: Keyed & ModelChoice): Promise<void>
  /** Settings that are not valid are refused by the name of the first, as the error's field. */
  changeAnswerSettings(chatId: ChatId, command: Keyed & { readonly answer: AnswerSettings }): Promise<void>
  /** By which model a chat is answered, and which of its settings that model cannot take. */
  answering(chatId: ChatId): Promise<Answering>
}

interface WireParts {
  readonly act: Act
  readonly ask: Ask
  readonly get: Get
  readonly read: Read
}

export function providerCalls({ act, ask, get, read }: WireParts): ProviderCalls {
  const ofProvider = (providerId: string) => `/api/providers/${encodeURIComponent(providerId)}`
  const ofChat = (chatId: ChatId) => `/api/chats/${encodeURIComponent(chatId)}`
  return {
    presets: () => get('/api/presets'),
    providers: () => get('/api/providers'),
    addProvider: async ({ key, form }) => read(await act('POST', '/api/providers', key, form)),
    changeProvider: async (providerId, { key, form }) => read(await act('PUT', ofProvider(providerId), key, form)),
    async deleteProvider(providerId, command) {
      await act('DELETE', ofProvider(providerId), command?.key, {})
    },
    overrideModel: async (providerId, { key, model, override }) =>
      read(await act('PUT', `${ofProvider(providerId)}/overrides`, key, { model, override })),
    discoverModels: providerId => ask(`${ofProvider(providerId)}/models`, {}),
    testProvider: (form, model = null) => ask('/api/providers/test', { form, model }),
    testKeptProvider: (providerId, { form = null, model = null } = {}) =>
      ask(`${ofProvider(providerId)}/test`, { form, model }),
    models: () => get('/api/models'),
    findLocalServers: () => ask('/api/local-servers', {}),
    refreshPrices: () => ask('/api/prices', {}),
    workspace: () => get('/api/workspace'),
    changeDefaultModel: async ({ key, model }) => read(await act('PUT', '/api/workspace/model', key, { model })),
    async changeModel(chatId, { key, definition, model }) {
      await act('PUT', `${ofChat(chatId)}/model`, key, { definition, model })
    },
    async changeAnswerSettings(chatId, { key, answer }) {
      await act('PUT', `${ofChat(chatId)}/answer`, key, answer)
    },
    answering: chatId => get(`${ofChat(chatId)}/answer`),
  }
}
