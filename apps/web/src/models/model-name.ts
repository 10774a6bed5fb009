import type { ModelChoice, ModelList } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { modelsQuery } from './models-query.ts'

/** A model by the name people know it by. The demo is the only one that is not known by its id. */
export function modelName({ definition, model }: { readonly definition: string; readonly model: string }): string {
  return definition === 'demo' ? 'Demo' : model
}

/** The name a model has in the list. One that is no longer listed is known by its id. */
export function nameOfModel(list: ModelList | undefined, choice: ModelChoice): string {
  const listed = list?.models.find(
    ({ facts }) => facts.definition === choice.definition && facts.model === choice.model,
  )
  return listed?.facts.name ?? modelName(choice)
}

/**
 * The names of models that are listed together: one that another provider has under the same name says its provider. A provider that is off or
 * deleted has no name any more, and two can have the same: their ids tell them apart.
 */
export function distinctNames(
  list: ModelList | undefined,
  choices: readonly ModelChoice[],
): (choice: ModelChoice) => string {
  const provider = ({ definition }: ModelChoice) => list?.providers.find(({ id }) => id === definition)?.name
  const alone = (choice: ModelChoice) => nameOfModel(list, choice)
  const ofProvider = (choice: ModelChoice) => `${alone(choice)} · ${provider(choice) ?? choice.definition}`
  const ofDefinition = (choice: ModelChoice) => `${alone(choice)} · ${choice.definition}`
  return choice => {
    const names = [alone, ofProvider].find(name => choices.filter(other => name(other) === name(choice)).length < 2)
    return (names ?? ofDefinition)(choice)
  }
}

/** The name people know a model by, as soon as the list of models has arrived. */
export function useModelName({ definition, model }: ModelChoice): string {
  const { client } = useServices()
  const choice = { definition, model }
  const { data } = useQuery({
    ...modelsQuery(client),
    // Every answer that comes into sight would ask for the list again.
    staleTime: Number.POSITIVE_INFINITY,
    select: list => nameOfModel(list, choice),
  })
  return data ?? modelName(choice)
}
