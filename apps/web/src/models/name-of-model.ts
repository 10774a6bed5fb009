import type { ModelChoice, ModelList } from '@stet/api/client'
import { modelName } from './model-name.ts'

/** The name a model has in the list. One that is no longer listed is known by its id. */
export function nameOfModel(list: ModelList | undefined, choice: ModelChoice): string {
  const listed = list?.models.find(
    ({ facts }) => facts.definition === choice.definition && facts.model === choice.model,
  )
  return listed?.facts.name ?? modelName(choice)
}
