import type { CommandOf, PROVIDER_COMMANDS, RunsOf } from '@stet/commands'
import type { DefinedType, ModelFacts, ModelOverride } from '@stet/history'
import type {
  Connections,
  DefinitionOptions,
  DefinitionTest,
  FoundServer,
  ModelsOptions,
  Preset,
  PriceList,
  ProviderType,
} from '@stet/models'

/** The providers that the user defined, their models, and how they are reached (P1). */
export interface Providers extends RunsOf<typeof PROVIDER_COMMANDS, ProviderAnswers> {
  readonly presets: readonly Preset[]
  list(): Promise<ProviderPage>
  /** Asks the provider for its models and stores them. An error is part of the answer, and the earlier models stay. */
  discover(providerId: string): Promise<Catalog>
  /** Makes a local server load a model with this window, and asks for its models again. An error is part of the answer. */
  setWindow(providerId: string, model: string, tokens: number): Promise<Catalog>
  /** Tries a definition, stored or not (P7). An error is part of the answer. */
  test(query: TestQuery): Promise<DefinitionTest>
  /** Servers that run on the user's own computer (P6). They are only looked for, never added. */
  findLocalServers(): Promise<readonly FoundServer[]>
  /** Fetches the newest price data, and keeps it. */
  refreshPrices(): Promise<PriceDataState>
  /** Every model that can be chosen now. */
  models(): Promise<ModelList>
  /** How models finds these definitions. */
  readonly connections: Connections
  /** The price data in use. */
  readonly prices: ModelsOptions['prices']
  /** Aborts all open requests. */
  close(): void
}

/** What those commands answer that answer more than is stored. */
export interface ProviderAnswers {
  readonly addProvider: ShownProvider
  readonly changeProvider: ShownProvider
  readonly overrideModel: ShownProvider
}

export type ProviderCommand<Name extends keyof typeof PROVIDER_COMMANDS> = CommandOf<(typeof PROVIDER_COMMANDS)[Name]>

/** Tests a stored definition, one that is not stored, or a stored one as if it were changed. */
export interface TestQuery {
  readonly providerId: string | null
  /** Null for the definition as it is stored. */
  readonly form: GivenForm | null
  /** The model to ask; null for one that the provider lists. */
  readonly model: string | null
}

export interface PriceDataState {
  /** When the data in force was fetched; null for what came with Stet. */
  readonly asOf: number | null
  /** Why newer data could not be had; null when it could. */
  readonly error: string | null
}

/** A form as it comes in: its options are not checked yet. */
export type GivenForm = ProviderCommand<'addProvider'>['form']

/** What the user fills in. */
export interface ProviderForm {
  readonly type: DefinedType
  readonly name: string
  readonly icon: string | null
  readonly preset: string | null
  readonly baseUrl: string | null
  readonly modelsUrl: string | null
  readonly options: DefinitionOptions
  readonly enabled: boolean
  /** Absent keeps the one that is stored, null removes it. */
  readonly key?: string | null
  /** By name. Null keeps the value that is stored; a name that is not here is removed. */
  readonly headers: Readonly<Record<string, string | null>>
}

export interface ProviderPage {
  readonly providers: readonly ShownProvider[]
  readonly unreadable: readonly { readonly id: string; readonly because: string }[]
}

/** A provider without its secrets, which are never shown again. */
export interface ShownProvider extends Omit<ProviderForm, 'key' | 'headers'> {
  readonly id: string
  readonly hasKey: boolean
  readonly headerNames: readonly string[]
  /** A sentence when secrets are stored and cannot be opened: they must be entered again. */
  readonly secretsTrouble: string | null
  readonly overrides: Readonly<Record<string, ModelOverride>>
  readonly catalog: CatalogState
}

export interface CatalogState {
  /** When models were last discovered; null for never. */
  readonly at: number | null
  readonly count: number
  /** Why the last attempt failed; null when it did not. */
  readonly error: { readonly at: number; readonly kind: string; readonly message: string } | null
}

export interface Catalog extends CatalogState {
  readonly models: readonly ListedModel[]
}

export interface ListedModel {
  readonly facts: ModelFacts
  /** Null when no price is known. */
  readonly prices: PriceList | null
  readonly note: string | null
  /** Whether the user overrode anything. */
  readonly overridden: boolean
}

export interface ModelList {
  /** The enabled ones, in the order they were added, and the demo. */
  readonly providers: readonly ListedProvider[]
  /** In the order of their providers, then by name. */
  readonly models: readonly ListedModel[]
}

export interface ListedProvider {
  readonly id: string
  readonly type: ProviderType
  readonly name: string
  readonly icon: string | null
  readonly catalog: CatalogState
}
