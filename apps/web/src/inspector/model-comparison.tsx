import type { Inspection, ListedModel, Message, ModelChoice, Report } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { ModelSelect } from '../models/model-select.tsx'
import { modelsQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { type Pace, paceOf, projectCost } from './project-cost.ts'

interface ModelComparisonProps {
  shown: Inspection
  path: readonly Message[]
  current: ModelChoice
}

/** What this chat would cost with other models: the next message, and the next ten (X1). */
export function ModelComparison({ shown, path, current }: ModelComparisonProps) {
  const { client } = useServices()
  const { data } = useQuery(modelsQuery(client))
  const [others, setOthers] = useState<readonly (ModelChoice | null)[]>([null, null])
  const id = useId()
  const pace = paceOf(path)
  const find = (choice: ModelChoice | null) =>
    choice === null
      ? null
      : (data?.models.find(({ facts }) => facts.definition === choice.definition && facts.model === choice.model) ??
        null)
  const rows = [
    { model: find(current), isCurrent: true },
    ...others.map(choice => ({ model: find(choice), isCurrent: false })),
  ]
  return (
    <section aria-labelledby={`${id}-title`} className="py-3">
      <h3 id={`${id}-title`} className="font-medium">
        Compare models
      </h3>
      <p className="mt-0.5 text-small text-pretty text-ink-faint">
        {`For this chat, with answers of ${formatTokens(pace.output)} tokens${pace.assumed ? ' (assumed)' : ', as they were'}. Another model begins without a cache.`}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {others.map((choice, at) => (
          <label key={at === 0 ? 'second' : 'third'} htmlFor={`${id}-${at}`} className="min-w-0">
            <span className="sr-only">{at === 0 ? 'Second model' : 'Third model'}</span>
            <ModelSelect
              id={`${id}-${at}`}
              unset="Choose a model"
              choice={choice}
              onChange={next => setOthers(others.map((each, place) => (place === at ? next : each)))}
            />
          </label>
        ))}
      </div>
      <table className="mt-3 w-full table-fixed">
        <thead className="text-small text-ink-faint">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Model
            </th>
            <th scope="col" className="w-20 py-1 text-right font-normal">
              Next
            </th>
            <th scope="col" className="w-20 py-1 text-right font-normal">
              Next ten
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ({ model, isCurrent }) =>
              model && (
                <ModelRow
                  key={`${model.facts.definition}/${model.facts.model}`}
                  model={model}
                  report={isCurrent ? shown.report : asRead(shown.report, model)}
                  pace={pace}
                />
              ),
          )}
        </tbody>
      </table>
    </section>
  )
}

function ModelRow({ model: { facts, prices }, report, pace }: { model: ListedModel; report: Report; pace: Pace }) {
  const projected = projectCost(report, prices, pace)
  const tooLong = facts.contextWindow !== null && report.budget.used.total > facts.contextWindow
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-1.5 text-left font-normal">
        <bdi className="block truncate">{facts.name}</bdi>
        {tooLong && <span className="block text-small text-red">Too long for its window</span>}
      </th>
      <td className="figures py-1.5 text-right text-[0.8125rem]">
        {projected === null ? 'unknown' : formatUsd(projected.now)}
      </td>
      <td className="figures py-1.5 text-right text-[0.8125rem]">
        {projected === null ? 'unknown' : formatUsd(projected.ten)}
      </td>
    </tr>
  )
}

/** The same request to a model that has nothing of it in its cache. */
function asRead(
  report: Report,
  { facts: { caching, takesMarks, leastCached = 0, contextWindow } }: ListedModel,
): Report {
  const { budget, cache } = report
  const { total } = budget.used
  const prefixTokens = caching === 'none' ? 0 : caching === 'automatic' ? total : cache.prefixTokens || total
  return {
    ...report,
    budget: {
      ...budget,
      budget: contextWindow === null ? budget.budget : Math.max(total, contextWindow - budget.reserved),
    },
    cache: {
      caching,
      ...(takesMarks && { takesMarks }),
      ...(caching !== 'none' && prefixTokens < leastCached && { leastCached }),
      state: 'cold',
      prefixTokens,
      sharedTokens: null,
      movedBy: null,
      life: null,
    },
  }
}
