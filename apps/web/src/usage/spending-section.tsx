import type { ChatUsage, Cost, Usage } from '@stet/api/client'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'

/** What a chat has spent: on this branch, by a fork before it, and in all (U2). */
export function SpendingSection({ usage: { chat, branch } }: { usage: ChatUsage }) {
  const inherited = branch.inherited.cost.usd > 0 || !branch.inherited.cost.reliable
  // Its only branch spent what the chat did: the same figures twice would look like two sums.
  const isWhole = !inherited && isSame(branch.own.cost, chat.cost) && isSame(branch.own.usage, chat.usage)
  const isUnreliable = !(chat.cost.reliable && branch.own.cost.reliable && branch.inherited.cost.reliable)
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="font-medium">Spent</h3>
      <dl className="mt-1.5 space-y-1.5">
        {!isWhole && <Line name="This branch" cost={branch.own.cost} usage={branch.own.usage} />}
        {inherited && (
          <Line name="Copied from the original chat" cost={branch.inherited.cost} usage={branch.inherited.usage} />
        )}
        <Line name="The whole chat" cost={chat.cost} usage={chat.usage} />
      </dl>
      <p className="mt-1.5 text-small text-ink-faint">{requestsWords(chat)}</p>
      {isUnreliable && (
        <p className="mt-1 text-small text-ink-faint">Unreliable: a price or a token count is missing.</p>
      )}
    </section>
  )
}

function isSame<Sums extends Cost | Usage>(one: Sums, other: Sums): boolean {
  return (Object.keys(one) as (keyof Sums)[]).every(key => one[key] === other[key])
}

function Line({ name, cost, usage }: { name: string; cost: Cost; usage: Usage }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="min-w-0 flex-1 text-ink-soft">{name}</dt>
      <dd className="text-right">
        <span className="figures">{formatUsd(cost.usd)}</span>
        {!cost.reliable && <span className="text-ink-faint"> (unreliable)</span>}
        <span className="figures block text-small text-ink-faint">
          {formatTokens(usage.input + usage.cacheRead + usage.cacheWrite)} in · {formatTokens(usage.output)} out
        </span>
      </dd>
    </div>
  )
}

/** How many requests a sum is made of, and how many of them have not reported their end. */
export function requestsWords({ requests, open }: { readonly requests: number; readonly open: number }): string {
  if (requests === 0) return 'No requests yet.'
  const all = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}, titles and summaries included`
  return open === 0 ? `${all}.` : `${all}; ${open} still running.`
}
