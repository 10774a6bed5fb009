import type { UsagePurpose, WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { distinctNames } from '../models/model-name.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputBorder, inputLook } from '../ui/controls/field.tsx'
import { Select, type SelectOption } from '../ui/controls/select-field.tsx'
import { type Names, purposeName, workspaceName } from './usage-lines.ts'
import { type Days, modelOf, RANGES, type UsageRange, type UsageSearch, usageQuery } from './usage-query.ts'

const ANY = 'any'
const PURPOSES: readonly UsagePurpose[] = ['answer', 'title', 'summary', 'sampling', 'image', 'called-chat']

interface UsageFiltersProps {
  search: UsageSearch
  days: Days
  names: Names
  onChange: (search: UsageSearch) => void
}

/** Which days, and what of them. Offered is what was used in these days, deleted workspaces and former models included. */
export function UsageFilters({ search, days, names, onChange }: UsageFiltersProps) {
  const { client } = useServices()
  const { data: all } = useQuery(usageQuery(client, days, {}))
  const { range = 'days', workspace, purpose } = search
  const model = modelOf(search)
  const models = all?.models.map(each => each.model) ?? []
  const chosen = models.findIndex(each => each.definition === model?.definition && each.model === model.model)
  const nameOf = distinctNames(names.models, chosen === -1 && model !== null ? [...models, model] : models)
  const isFiltered = workspace !== undefined || model !== null || purpose !== undefined

  const workspaces = new Set([
    ...(all?.workspaces.map(each => each.workspaceId) ?? []),
    ...(workspace ? [workspace] : []),
  ])
  const workspaceOptions: SelectOption<WorkspaceId | typeof ANY>[] = [
    { value: ANY, label: 'All workspaces' },
    ...[...workspaces].map(id => ({ value: id, label: workspaceName(names, id) })),
  ]
  const modelOptions = [
    { value: ANY, label: 'All models' },
    ...models.map((each, at) => ({ value: String(at), label: nameOf(each) })),
    ...(model !== null && chosen === -1 ? [{ value: 'chosen', label: nameOf(model) }] : []),
  ]
  const ranges = Object.entries(RANGES).map(([value, label]) => ({ value: value as UsageRange, label }))

  return (
    <search aria-label="Filter usage" className="flex flex-wrap items-center gap-2">
      <Select
        label="Days"
        className="w-40 max-sm:flex-1"
        value={range}
        options={ranges}
        onChange={next =>
          onChange({
            ...search,
            range: next,
            from: next === 'own' ? (days.from ?? undefined) : undefined,
            through: next === 'own' ? (days.through ?? undefined) : undefined,
          })
        }
      />
      {range === 'own' && (
        <>
          <DayField label="First day" value={search.from} onChange={from => onChange({ ...search, from })} />
          <DayField label="Last day" value={search.through} onChange={through => onChange({ ...search, through })} />
        </>
      )}
      <Select
        label="Workspace"
        className="w-44 max-sm:flex-1"
        value={workspace ?? ANY}
        options={workspaceOptions}
        onChange={next => onChange({ ...search, workspace: next === ANY ? undefined : next })}
      />
      <Select
        label="Model"
        className="w-44 max-sm:flex-1"
        value={model === null ? ANY : chosen === -1 ? 'chosen' : String(chosen)}
        options={modelOptions}
        onChange={next => {
          const { definition, model: name } = models[Number(next)] ?? {}
          onChange({ ...search, definition, model: name })
        }}
      />
      <Select
        label="Purpose"
        className="w-36 max-sm:flex-1"
        value={purpose ?? ANY}
        options={[
          { value: ANY, label: 'All purposes' },
          ...PURPOSES.map(value => ({ value, label: purposeName(value) })),
        ]}
        onChange={next => onChange({ ...search, purpose: next === ANY ? undefined : next })}
      />
      {isFiltered && (
        <Button icon="close" onClick={() => onChange({ range, from: search.from, through: search.through })}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

interface DayFieldProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value ?? ''}
      onChange={event => onChange(event.target.value === '' ? undefined : event.target.value)}
      className={classNames(inputLook, inputBorder(undefined), 'max-w-40')}
    />
  )
}
