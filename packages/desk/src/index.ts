export type {
  DefinitionOptions,
  DefinitionTest,
  FoundServer,
  ModelOverride,
  Preset,
  ProviderType,
  TestedStep,
  TestStep,
} from '@stet/models'
export { defaultDefinitionOptions, ModelError } from '@stet/models'
export { createDesk } from './create-desk.ts'
export type {
  ChatPage,
  Desk,
  ListedChat,
  WorkspaceView,
} from './desk.ts'
export { LONGEST_NAME } from './providers/check-form.ts'
export { createProviders } from './providers/create-providers.ts'
export { checkOptions, definitionOptionValues } from './providers/definition-options.ts'
export { findForbiddenHost } from './providers/forbidden-host.ts'
export type {
  Catalog,
  CatalogState,
  DefinedType,
  ListedModel,
  ListedProvider,
  ModelList,
  PriceDataState,
  ProviderForm,
  ProviderPage,
  Providers,
  ShownProvider,
} from './providers/providers.ts'
export type { Sealer } from './providers/sealer.ts'
export type { Upstream } from './providers/upstream.ts'
