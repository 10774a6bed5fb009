import { type ConnectedDefinition, type Connections, ModelError } from '@stet/models'
import type { ReadRow } from '@stet/store'
import { openCredentials } from './credentials.ts'
import { fetchFor, type ProvidersContext } from './providers-deps.ts'
import { findProviderRows, type ProviderRows, toFound } from './stored-provider.ts'

interface Remembered {
  readonly rows: ProviderRows
  readonly connected: ConnectedDefinition
}

/**
 * How models reaches a provider. A definition's rows are read for every request, so that a change applies to the next one. They are
 * parsed and unsealed only when they changed: a list may have hundreds of models.
 */
export function createConnections({ store, sealer, upstream, log }: ProvidersContext): Connections {
  const remembered = new Map<string, Remembered>()

  async function connect(rows: ProviderRows): Promise<ConnectedDefinition | null> {
    const stored = toFound(rows)
    if ('unreadable' in stored || !stored.definition.enabled) return null
    const { definition, record, catalog, sealed } = stored
    const opened = await openCredentials(sealer, record, sealed)
    if ('trouble' in opened) throw new ModelError('auth', { message: opened.trouble })
    return {
      connection: {
        definition,
        credentials: opened.credentials,
        fetch: fetchFor(upstream, definition),
        log: line => log.warn(line, { providerId: definition.id }),
      },
      models: catalog.models,
      overrides: record.overrides,
    }
  }

  return {
    async find(definitionId) {
      const rows = await findProviderRows(store, definitionId)
      const known = remembered.get(definitionId)
      if (rows !== null && known !== undefined && areSame(rows, known.rows)) return known.connected
      remembered.delete(definitionId)
      const connected = rows === null ? null : await connect(rows)
      if (rows !== null && connected !== null) remembered.set(definitionId, { rows, connected })
      return connected
    },
  }
}

function areSame(one: ProviderRows, other: ProviderRows): boolean {
  return isSame(one.row, other.row) && isSame(one.catalog, other.catalog) && isSame(one.sealed, other.sealed)
}

function isSame(one: ReadRow | null, other: ReadRow | null): boolean {
  if (one === null || other === null) return one === other
  return one.version === other.version && 'body' in one && 'body' in other
}
