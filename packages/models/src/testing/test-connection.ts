import type { Connection, Definition } from '../definition.ts'
import { defaultDefinitionOptions } from '../definition.ts'
import type { ProviderType } from '../provider-type.ts'

/** No key of anyone's, and long enough to be looked for in whatever leaves. */
export const testKey = 'test-key-0123456789abcdef'

export interface TestConnection extends Partial<Omit<Connection, 'definition'>> {
  readonly type: ProviderType
  readonly baseUrl: string
  readonly definition?: Partial<Definition>
}

export function testConnection({ type, baseUrl, definition, ...rest }: TestConnection): Connection {
  return {
    definition: {
      id: 'definition_1',
      type,
      name: 'Test',
      icon: null,
      preset: null,
      baseUrl,
      modelsUrl: null,
      options: defaultDefinitionOptions,
      enabled: true,
      ...definition,
    },
    credentials: { key: testKey, headers: {} },
    fetch: globalThis.fetch,
    ...rest,
  }
}
