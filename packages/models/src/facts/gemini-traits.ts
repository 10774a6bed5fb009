import { findKnown } from './find-known.ts'
import type { KnownModel } from './known-model.ts'

/** What decides on the shape of a request, since Google's list of models does not say. */
export type Traits = Required<
  Pick<
    KnownModel,
    'searchesBesideTools' | 'wantsSignatures' | 'takesFilesInResults' | 'takesSystem' | 'searchesBilledBy'
  >
>

/** A model that nobody knows is one of the newest. */
const newest: Traits = {
  searchesBesideTools: true,
  wantsSignatures: true,
  takesFilesInResults: true,
  takesSystem: true,
  searchesBilledBy: 'query',
}

export function traitsOf(model: string): Traits {
  const known = findKnown('gemini', model) ?? {}
  return {
    searchesBesideTools: known.searchesBesideTools ?? newest.searchesBesideTools,
    wantsSignatures: known.wantsSignatures ?? newest.wantsSignatures,
    takesFilesInResults: known.takesFilesInResults ?? newest.takesFilesInResults,
    takesSystem: known.takesSystem ?? newest.takesSystem,
    searchesBilledBy: known.searchesBilledBy ?? newest.searchesBilledBy,
  }
}
