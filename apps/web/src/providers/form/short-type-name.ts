import { type DefinedType, providerTypes } from '@stet/api/client'

/** The name of a type without what it is compatible with. */
export function shortTypeName(type: DefinedType): string {
  const known = providerTypes.find(option => option.value === type)
  if (known === undefined) throw new Error(`there is no type ${type}`)
  return known.label.replace(/ \(.*\)$/u, '')
}
