import type { ModelChoice } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { modelName } from './model-name.ts'
import { modelsQuery } from './models-query.ts'
import { nameOfModel } from './name-of-model.ts'

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
