import type { CatalogState } from '@stet/api/client'
import { formatMoment } from '../../formats/format-moment.ts'

/** How many models are known, and since when. */
export function catalogWords({ at, count }: CatalogState, now: number, locale?: string): string {
  if (at === null) return 'Models not loaded yet'
  const models = count === 0 ? 'No models' : count === 1 ? '1 model' : `${count.toLocaleString('en')} models`
  return `${models}, as of ${formatMoment(at, now, locale)}`
}
