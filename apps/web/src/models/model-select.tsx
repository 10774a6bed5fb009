import type { ListedModel, ModelChoice } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { Select } from '../ui/controls/select-field.tsx'
import { modelName } from './model-name.ts'
import { modelsQuery } from './models-query.ts'

interface ModelSelectProps {
  id: string
  describedBy?: string
  className?: string
  /** What no choice means. */
  unset: string
  /** What it must be able to make; text where this is missing. */
  makes?: 'images' | undefined
  choice: ModelChoice | null
  onChange: (choice: ModelChoice | null) => void
}

/** Any model that can be chosen now; one that is chosen and no longer listed stays. */
export function ModelSelect({ unset, makes, choice, onChange, ...props }: ModelSelectProps) {
  const { client } = useServices()
  const { data } = useQuery(modelsQuery(client))
  const fits = ({ facts: { makesImages } }: ListedModel) =>
    makes === 'images' ? makesImages !== undefined : makesImages !== 'only'
  const listed = (data?.models ?? [])
    .filter(fits)
    .map(({ facts: { definition, model, name } }) => ({ definition, model, name }))
  const isListed = choice === null || listed.some(each => isSame(each, choice))
  const models = isListed ? listed : [{ ...choice, name: modelName(choice) }, ...listed]
  const index = choice === null ? -1 : models.findIndex(each => isSame(each, choice))
  return (
    <Select
      {...props}
      value={String(index)}
      options={[{ value: '-1', label: unset }, ...models.map(({ name }, at) => ({ value: String(at), label: name }))]}
      onChange={chosen => {
        const model = models[Number(chosen)]
        onChange(model === undefined ? null : { definition: model.definition, model: model.model })
      }}
    />
  )
}

function isSame(one: ModelChoice, other: ModelChoice): boolean {
  return one.definition === other.definition && one.model === other.model
}
