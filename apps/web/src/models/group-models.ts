import type { ListedModel, ListedProvider, ModelList } from '@stet/api/client'

/** A provider and those of its models that were asked for. */
export interface ModelGroup {
  readonly provider: ListedProvider
  readonly models: readonly ListedModel[]
}

/** The models that answer, by their providers, in the list's order. What is typed must be in a model's name or that of its provider, word by word. */
export function groupModels({ providers, models }: ModelList, typed: string): readonly ModelGroup[] {
  const words = wordsOf(typed)
  const answering = models.filter(({ facts }) => facts.makesImages !== 'only')
  const byProvider = Map.groupBy(answering, model => model.facts.definition)
  return providers
    .map(provider => ({ provider, models: (byProvider.get(provider.id) ?? []).filter(isWanted(words, provider)) }))
    .filter(group => words.length === 0 || group.models.length > 0)
}

/** Of one provider's models those that what is typed names. */
export function findModels(models: readonly ListedModel[], typed: string): readonly ListedModel[] {
  return models.filter(isWanted(wordsOf(typed), { name: '' }))
}

function wordsOf(typed: string): readonly string[] {
  return typed.toLowerCase().split(/\s+/u).filter(Boolean)
}

function isWanted(words: readonly string[], provider: Pick<ListedProvider, 'name'>) {
  return ({ facts }: ListedModel) => {
    const text = `${facts.name} ${facts.model} ${provider.name}`.toLowerCase()
    return words.every(word => text.includes(word))
  }
}
