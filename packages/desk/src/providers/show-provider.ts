import type { CatalogRecord } from '@stet/store'
import { openCredentials } from './credentials.ts'
import type { KeptProvider } from './kept-provider.ts'
import type { CatalogState, ShownProvider } from './providers.ts'
import type { Sealer } from './sealer.ts'

export async function showProvider(sealer: Sealer, kept: KeptProvider): Promise<ShownProvider> {
  const { record, definition, catalog, sealed } = kept
  const opened = await openCredentials(sealer, record, sealed)
  return {
    ...definition,
    hasKey: record.hasKey,
    headerNames: record.headerNames,
    secretsTrouble: 'trouble' in opened ? opened.trouble : null,
    overrides: record.overrides,
    catalog: toCatalogState(catalog),
  }
}

export function toCatalogState({ at, models, error }: CatalogRecord): CatalogState {
  return { at, count: models.length, error }
}
