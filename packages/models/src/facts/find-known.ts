import type { ProviderType } from '../provider-type.ts'
import type { Family, KnownModel } from './known-model.ts'
import { knownModels } from './known-models.ts'

/** What the families that a model belongs to say of it, the later ones over the earlier; null when it belongs to none. */
export function findKnown(
  type: ProviderType,
  model: string,
  families: readonly Family[] = knownModels,
): KnownModel | null {
  const name = model.toLowerCase()
  const found = families.filter(family => family.types.includes(type) && family.pattern.test(name))
  if (found.length === 0) return null
  let known: KnownModel = {}
  for (const family of found) {
    const takes = { ...known.takes, ...family.known.takes }
    known = { ...known, ...family.known, ...(Object.keys(takes).length > 0 && { takes }) }
  }
  return known
}
