import type { Definition, DefinitionOptions } from '../definition.ts'

/** What fills the form of a new definition (P1). The user may change all of it, and nothing is decided on which one it was. */
export interface Preset extends Pick<Definition, 'type' | 'name' | 'baseUrl' | 'modelsUrl'> {
  readonly id: string
  readonly icon: string
  /** Whether the user has to enter a base URL, since there is no usual one. */
  readonly asksBaseUrl: boolean
  readonly key: 'needed' | 'optional' | 'none'
  /** Where to get a key. */
  readonly keyUrl: string | null
  readonly options: DefinitionOptions
  /** Headers that the vendor asks of everyone, sent with every request. In the form they are the user's own. */
  readonly headers: Readonly<Record<string, string>>
  /** What is worth knowing before, in a sentence. */
  readonly note: string | null
}
