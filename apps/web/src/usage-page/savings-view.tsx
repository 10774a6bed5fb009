import type { UsageReport } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'
import { savedWords } from './usage-lines.ts'

/** What was not paid: by the provider's cache, and by each rule that leaves something out of requests. */
export function SavingsView({ report: { total, layers } }: { report: UsageReport }) {
  const { cacheRead } = total.usage
  if (cacheRead === 0 && layers.length === 0) return null
  return (
    <section aria-label="Savings" className="mt-10">
      <h2 className="text-read font-semibold">What was saved</h2>
      <p className="mt-1 max-w-[68ch] text-pretty text-ink-soft">
        Tokens that were read from the provider’s cache at a lower price, and tokens that a rule of the context left out
        of requests, at the price of new input.
      </p>
      <table className="mt-3 w-full max-w-[40rem]">
        <thead className="sr-only">
          <tr>
            <th scope="col">By</th>
            <th scope="col">Tokens</th>
            <th scope="col">Saved</th>
          </tr>
        </thead>
        <tbody>
          {cacheRead > 0 && <Line name="Provider’s cache" tokens={cacheRead} usd={total.cacheSaved} />}
          {layers.map(({ label, tokens, usd }) => (
            <Line key={label} name={label} tokens={tokens} usd={usd} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ name, tokens, usd }: { name: string; tokens: number; usd: number }) {
  return (
    <tr className="border-t border-line first:border-t-0">
      <th scope="row" className="py-2 text-left font-normal">
        {name}
      </th>
      <td className="figures py-2 pl-3 text-right text-[0.8125rem] text-ink-soft">{formatTokens(tokens)} tokens</td>
      <td className="figures w-28 py-2 pl-3 text-right text-[0.8125rem]">{savedWords(usd)}</td>
    </tr>
  )
}
