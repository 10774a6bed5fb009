import type { ListedModel, NameMatch } from './price-data.ts'

/** What may follow a listed name without making it another model: a whole date, a version as on Bedrock, `latest`. */
const SUFFIX = /^[-@:](20\d{6}|20\d\d-\d\d-\d\d|latest)?(-?v\d+(:\d+)?)?$/

/** How a model is found in a list (U3): by its exact name before by a prefix or a pattern of it; null when it is not. */
export function matchName(
  models: readonly ListedModel[],
  name: string,
): { readonly model: ListedModel; readonly match: 'exact' | 'prefix' } | null {
  const wanted = name.toLowerCase().trim()
  const spelled = spelledIn(models)
  const exact = spelled.get(wanted)
  if (exact !== undefined) return { model: exact, match: 'exact' }
  const like = models.find(({ match }) => matches(match, wanted)) ?? withoutSuffix(spelled, wanted)
  return like === undefined ? null : { model: like, match: 'prefix' }
}

type Spelled = ReadonlyMap<string, ListedModel>

/** A page lists hundreds of models: names that are spelled out are gathered once for each list. */
const gathered = new WeakMap<readonly ListedModel[], Spelled>()

/** The names that a list spells out; of two models with the same one, the first. */
function spelledIn(models: readonly ListedModel[]): Spelled {
  const known = gathered.get(models)
  if (known !== undefined) return known
  const spelled = new Map<string, ListedModel>()
  for (const model of models) {
    for (const name of [model.id.toLowerCase(), ...names(model.match)]) {
      if (!spelled.has(name)) spelled.set(name, model)
    }
  }
  gathered.set(models, spelled)
  return spelled
}

/** The longest listed name that the wanted one continues by nothing but a date or the like. */
function withoutSuffix(spelled: Spelled, wanted: string): ListedModel | undefined {
  for (let end = wanted.length - 1; end > 0; end -= 1) {
    const model = SUFFIX.test(wanted.slice(end)) ? spelled.get(wanted.slice(0, end)) : undefined
    if (model !== undefined) return model
  }
  return undefined
}

/** The names that a match spells out. */
function names(match: NameMatch): readonly string[] {
  switch (match.kind) {
    case 'equals':
    case 'starts-with':
      return [match.text]
    case 'any':
      return match.of.flatMap(names)
    default:
      return []
  }
}

function matches(match: NameMatch, wanted: string): boolean {
  switch (match.kind) {
    case 'any':
      return match.of.some(each => matches(each, wanted))
    case 'all':
      return match.of.every(each => matches(each, wanted))
    case 'equals':
      return wanted === match.text
    case 'starts-with':
      return wanted.startsWith(match.text)
    case 'ends-with':
      return wanted.endsWith(match.text)
    case 'contains':
      return wanted.includes(match.text)
    case 'pattern':
      return match.pattern.test(wanted)
  }
}
