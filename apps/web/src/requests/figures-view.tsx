import type { PastRequest, RequestFigures, RequestId } from '@stet/api/client'
import type { ReactNode } from 'react'
import { dateLocale } from '../formats/date-locale.ts'
import { formatUsd } from '../formats/format-cost.ts'
import { formatDuration } from '../formats/format-duration.ts'
import { CodeBlock } from '../markdown/code/code-block.tsx'
import { priceSource } from '../models/price-words.ts'
import { Button } from '../ui/controls/button.tsx'
import { durationOf, purposeWords, stateWords } from './request-words.ts'
import { spentKinds, tierOf } from './spent-words.ts'

interface FiguresViewProps extends Omit<PastRequest, 'content'> {
  onOpen: (requestId: RequestId) => void
}

/** The ledger's facts of one request: when, by whom, what it used and what that cost (U1). */
export function FiguresView({ facts, cost, compared, others, onOpen }: FiguresViewProps) {
  const { usage, estimate, prices, rawUsage } = facts
  const used = usage ?? estimate
  const tier = used && prices && tierOf(prices, used)
  const kinds = used === null ? [] : spentKinds({ usage: used, prices })
  const arePriced = kinds.some(({ price, isUnpriced }) => isUnpriced || price)
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-4 pt-4 pb-6">
      <Section title={usage === null && used !== null ? 'Usage (estimated)' : 'Usage'}>
        {used === null ? (
          <p className="text-ink-soft">{facts.state === 'sent' ? 'Known when it ends.' : 'None.'}</p>
        ) : (
          <table className="w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Count</th>
                {arePriced && <th scope="col">Price</th>}
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ label, count, price, isUnpriced }) => (
                <tr key={label} className="align-baseline">
                  <th scope="row" className="py-0.5 text-left font-normal text-ink-soft">
                    {label}
                  </th>
                  <td className="figures py-0.5 text-right">{count.toLocaleString('en')}</td>
                  {arePriced && (
                    <td className="w-28 py-0.5 text-right text-small text-ink-faint">
                      {isUnpriced ? <span className="text-red">no price</span> : price}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t border-line align-baseline">
                <th scope="row" className="pt-1.5 text-left font-medium">
                  Cost
                </th>
                <td colSpan={arePriced ? 2 : 1} className="figures pt-1.5 text-right">
                  {formatUsd(cost.usd)}
                  {!cost.reliable && <span className="font-sans text-ink-faint"> (unreliable)</span>}
                </td>
              </tr>
            </tfoot>
          </table>
        )}
        {compared !== null && <p className="mt-1 text-small text-ink-soft">{comparedWords(compared)}</p>}
        {used !== null && used.reasoning > 0 && (
          <p className="mt-1 text-small text-ink-faint">
            Of the output, {used.reasoning.toLocaleString('en')} tokens were reasoning.
          </p>
        )}
        <p className="mt-1 text-small text-ink-faint">
          {priceSource(prices)}
          {prices !== null && ' As of when it was sent.'}
          {tier && ` Prices for requests above ${tier.above.toLocaleString('en')} tokens.`}
        </p>
      </Section>
      <Section title="Facts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name="Sent">
            <time dateTime={new Date(facts.sentAt).toISOString()}>
              {new Date(facts.sentAt).toLocaleString(dateLocale())}
            </time>
          </Fact>
          <Fact name="Took">{tookWords(facts)}</Fact>
          <Fact name="State">{stateWords(facts.state)}</Fact>
          <Fact name="Purpose">{purposeWords(facts.purpose)}</Fact>
          <Fact name="Model">
            <bdi className="font-mono text-small wrap-anywhere">{facts.origin.model}</bdi>
          </Fact>
          <Fact name="Protocol">
            <bdi className="font-mono text-small">{facts.origin.protocol}</bdi>
          </Fact>
          <Fact name="Request">
            <bdi className="font-mono text-small wrap-anywhere">{facts.id}</bdi>
          </Fact>
        </dl>
      </Section>
      {others.length > 0 && (
        <Section title={`Other attempts at this ${purposeWords(facts.purpose).toLowerCase()}`}>
          <ul className="-mx-2">
            {others.map(({ id, state, sentAt }) => (
              <li key={id}>
                <Button onClick={() => onOpen(id)}>
                  {stateWords(state)}
                  <time className="figures text-small text-ink-faint" dateTime={new Date(sentAt).toISOString()}>
                    {new Date(sentAt).toLocaleTimeString(dateLocale())}
                  </time>
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {rawUsage !== null && (
        <Section title="Raw usage from the provider">
          <CodeBlock code={JSON.stringify(rawUsage, null, 2)} language="json" />
        </Section>
      )}
    </div>
  )
}

/** The provider's own sum beside that of the price list; more than 1% apart, it says by how much (U3). */
export function comparedWords({ reported, byPrices }: NonNullable<PastRequest['compared']>): string {
  const off = byPrices === 0 ? null : reported / byPrices - 1
  const figure = `The provider reported ${formatUsd(reported)}.`
  if (off !== null && Math.abs(off) <= 0.01) return `${figure} The price list gives the same.`
  const by = off === null ? '' : `, ${Math.abs(Math.round(off * 100))}% ${off > 0 ? 'less' : 'more'}`
  return `${figure} By the price list it is ${formatUsd(byPrices)}${by}.`
}

function tookWords(facts: RequestFigures): string {
  const took = durationOf(facts)
  return took === null ? 'running' : formatDuration(took)
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-small font-medium text-ink-faint">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
