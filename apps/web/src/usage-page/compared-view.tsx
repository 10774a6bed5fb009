import type { UsageReport } from '@stet/api/client'
import { formatUsd } from '../formats/format-cost.ts'
import { distinctNames } from '../models/model-name.ts'
import { comparedSum, differenceWords } from './compared-words.ts'
import type { Names } from './usage-lines.ts'

/** What providers say that their requests cost, beside what the price list makes of them (U3, U5). */
export function ComparedView({ compared, names }: { compared: UsageReport['compared']; names: Names }) {
  if (compared.length === 0) return null
  const nameOf = distinctNames(
    names.models,
    compared.map(({ model }) => model),
  )
  return (
    <section aria-label="Costs that providers reported" className="mt-10">
      <h2 className="text-read font-semibold">Costs that providers reported</h2>
      <p className="mt-1 max-w-[68ch] text-pretty text-ink-soft">
        All totals use these costs. The price list gives another figure for the same requests: a difference above 1% is
        a discount, a fee, or a price list that is out of date.
      </p>
      <table className="mt-3 w-full max-w-[40rem] table-fixed">
        <thead className="text-small text-ink-faint">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              Model
            </th>
            <Head className="w-20 max-sm:hidden">Requests</Head>
            <Head className="w-24">Reported</Head>
            <Head className="w-24">Price list</Head>
            <Head className="w-20">Difference</Head>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ model, ...costs }) => (
            <Line key={`${model.definition}/${model.model}`} name={nameOf(model)} costs={costs} />
          ))}
        </tbody>
        {compared.length > 1 && (
          <tfoot className="border-t border-line-strong font-medium">
            <Line name="Total" costs={comparedSum(compared)} />
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Head({ className, children }: { className: string; children: string }) {
  return (
    <th scope="col" className={`py-2 pl-3 text-right font-normal ${className}`}>
      {children}
    </th>
  )
}

function Line({ name, costs }: { name: string; costs: ReturnType<typeof comparedSum> }) {
  const { requests, reported, byPrices } = costs
  return (
    <tr className="border-t border-line first:border-t-0">
      <th scope="row" className="truncate py-2 text-left in-[tbody]:font-normal">
        <bdi>{name}</bdi>
      </th>
      <td className="figures py-2 pl-3 text-right text-[0.8125rem] max-sm:hidden">{requests.toLocaleString('en')}</td>
      <td className="figures py-2 pl-3 text-right text-[0.8125rem]">{formatUsd(reported)}</td>
      <td className="figures py-2 pl-3 text-right text-[0.8125rem] text-ink-soft">{formatUsd(byPrices)}</td>
      <td className="figures py-2 pl-3 text-right text-[0.8125rem]">{differenceWords(costs)}</td>
    </tr>
  )
}
