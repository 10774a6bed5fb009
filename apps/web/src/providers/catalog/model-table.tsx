import type { ListedModel, ModelChoice } from '@stet/api/client'
import { abilitiesOf, windowOf } from '../../models/model-words.ts'
import { formatPrice, priceSource, shortPrices } from '../../models/price-words.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'

interface ModelTableProps {
  models: readonly ListedModel[]
  /** What new chats start with. */
  chosen: ModelChoice | null
  onChoose: (model: ListedModel) => void
  onOpen: (model: ListedModel) => void
}

const figure = 'figures hidden px-2 text-right whitespace-nowrap sm:table-cell'

export function ModelTable({ models, chosen, onChoose, onOpen }: ModelTableProps) {
  return (
    <table className="w-full border-t border-line">
      <caption className="sr-only">Models, with prices in USD per million tokens</caption>
      <thead>
        <tr className="text-left text-small text-ink-faint [&>th]:h-9 [&>th]:font-medium">
          <th scope="col">Model</th>
          <th scope="col" className="hidden px-2 text-right sm:table-cell">
            Window
          </th>
          <th scope="col" className="hidden px-2 text-right sm:table-cell">
            In
          </th>
          <th scope="col" className="hidden px-2 text-right sm:table-cell">
            Out
          </th>
          <th scope="col" className="hidden px-2 text-right sm:table-cell">
            Cache read
          </th>
          <th scope="col" className="hidden px-2 text-right sm:table-cell">
            Cache write
          </th>
          <th scope="col">
            <span className="sr-only">New chats</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map(model => (
          <ModelRow
            key={model.facts.model}
            model={model}
            isChosen={chosen?.definition === model.facts.definition && chosen.model === model.facts.model}
            onChoose={() => onChoose(model)}
            onOpen={() => onOpen(model)}
          />
        ))}
      </tbody>
    </table>
  )
}

const UNCERTAIN = 'The server decides the window when it loads the model. Open the model to set it.'

interface ModelRowProps {
  model: ListedModel
  isChosen: boolean
  onChoose: () => void
  onOpen: () => void
}

function ModelRow({ model, isChosen, onChoose, onOpen }: ModelRowProps) {
  const { facts, prices, overridden } = model
  return (
    <tr className="border-t border-line align-top [&>td]:py-2">
      <td className="max-w-0 w-full pr-2">
        <button
          type="button"
          title={facts.model}
          onClick={onOpen}
          className="-my-1 block max-w-full truncate rounded py-1 text-left font-medium underline decoration-line-strong underline-offset-3 hover:decoration-accent coarse:-my-2 coarse:min-h-11"
        >
          <bdi>{facts.name}</bdi>
        </button>
        <p className="figures text-small text-ink-soft sm:hidden">
          {facts.contextWindow === null ? 'window unknown' : windowOf(facts)} · {shortPrices(prices)}
        </p>
        <p className="truncate text-small text-ink-faint" title={priceSource(prices)}>
          {[...abilitiesOf(facts), ...sourceOf(model)].join(' · ')}
          {facts.uncertainWindow && (
            <span title={UNCERTAIN} className="text-ink-soft">
              {' '}
              · uncertain window
            </span>
          )}
          {overridden && <span className="text-ink-soft"> · customised</span>}
        </p>
      </td>
      <td className={classNames(figure, facts.contextWindow === null && 'text-ink-faint')}>{windowOf(facts)}</td>
      {prices === null ? (
        <td colSpan={4} className="hidden px-2 text-right text-ink-faint sm:table-cell">
          unknown price (unreliable)
        </td>
      ) : (
        <>
          <Price usd={prices.prices.input} />
          <Price usd={prices.prices.output} />
          <Price usd={prices.prices.cacheRead} />
          <Price usd={prices.prices.cacheWrite} />
        </>
      )}
      <td className="pl-2 text-right">
        {isChosen ? (
          <span className="inline-flex h-8 items-center text-small whitespace-nowrap text-accent coarse:h-10">
            New chats
          </span>
        ) : (
          <Button className="-my-1" aria-label={`Use ${facts.name} for new chats`} onClick={onChoose}>
            Use
          </Button>
        )}
      </td>
    </tr>
  )
}

function Price({ usd }: { usd: number | null }) {
  return (
    <td className={classNames(figure, usd === null && 'text-ink-faint')}>{usd === null ? '–' : formatPrice(usd)}</td>
  )
}

function sourceOf({ prices }: ListedModel): readonly string[] {
  if (prices === null) return []
  switch (prices.from) {
    case 'person':
      return ['your prices']
    case 'provider':
      return ['provider’s prices']
    case 'data':
      return [prices.match === 'prefix' ? 'price list (similar name)' : 'price list']
    case 'local':
      return ['free']
  }
}
