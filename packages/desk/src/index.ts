export type {
  Definition,
  DefinitionOptions,
  DefinitionTest,
  FoundServer,
  ModelOverride,
  Preset,
  ProviderType,
  TestedStep,
  TestStep,
} from '@stet/models'
export { defaultDefinitionOptions, ModelError, providerTypes } from '@stet/models'
export { createDesk } from './create-desk.ts'
export type {
  ChangeDefaultModelCommand,
  ChatPage,
  CreateChatCommand,
  Desk,
  ListChatsQuery,
  ListedChat,
  WorkspaceView,
} from './desk.ts'
export type { DeskDeps } from './desk-deps.ts'
export { LONGEST_NAME } from './providers/check-form.ts'
export { createProviders } from './providers/create-providers.ts'
export { checkOptions, definitionOptionValues } from './providers/definition-options.ts'
export { findForbiddenHost } from './providers/forbidden-host.ts'
export type {
  AddProviderCommand,
  Catalog,
  CatalogState,
  ChangeProviderCommand,
  DefinedType,
  ListedModel,
  ListedProvider,
  ModelList,
  OverrideModelCommand,
  PriceDataState,
  ProviderForm,
  ProviderPage,
  Providers,
  RemoveProviderCommand,
  ShownProvider,
  TestQuery,
} from './providers/providers.ts'
export type { ProvidersDeps } from './providers/providers-deps.ts'
export type { Sealer } from './providers/sealer.ts'
export type { Upstream } from './providers/upstream.ts'
