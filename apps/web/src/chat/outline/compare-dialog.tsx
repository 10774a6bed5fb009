import type { BranchAnswer, ChatId, MessageId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatCost, isFree } from '../../formats/format-cost.ts'
import { formatDuration } from '../../formats/format-duration.ts'
import { formatMoment } from '../../formats/format-moment.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useModelName } from '../../models/model-name.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select-field.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { LoadTrouble } from '../../ui/layout/load-trouble.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'

const CompareView = lazyPart(async () => (await import('../../files/code-editor.tsx')).CompareView)

interface CompareDialogProps {
  chatId: ChatId
  one: MessageId
  other: MessageId
  /** Shows the branch of a message. */
  onShow: (messageId: MessageId) => void
  onClose: () => void
}

const TABS = [
  { tab: 'answers', label: 'Side by side' },
  { tab: 'differences', label: 'Differences' },
] as const

/** Two branches from where they part: what each answers, by whom, when and at what cost, and how the texts differ (H4). */
export function CompareDialog({ chatId, one, other, onShow, onClose }: CompareDialogProps) {
  const [pair, setPair] = useState({ one, other })
  const [tab, setTab] = useState<(typeof TABS)[number]['tab']>('answers')
  const left = useAnswer(chatId, pair.one)
  const right = useAnswer(chatId, pair.other)
  const siblings = left.data?.siblings ?? right.data?.siblings ?? [one, other]
  const sides = [
    { side: 'one' as const, name: 'First branch', query: left, id: pair.one },
    { side: 'other' as const, name: 'Second branch', query: right, id: pair.other },
  ]
  return (
    <Dialog open wide onOpenChange={open => !open && onClose()} title="Compare branches">
      <Tabs of="dialog" label="Comparison" tabs={TABS} tab={tab} onTab={setTab}>
        <div className="grid shrink-0 grid-cols-2 border-b border-line py-3">
          {sides.map(({ side, name, query, id }) => (
            <div key={side} className="min-w-0 px-3 first:pl-6 last:pr-6 sm:px-6">
              <Select
                label={name}
                value={id}
                options={siblings.map((each, at) => ({ value: each, label: `Branch ${at + 1} of ${siblings.length}` }))}
                onChange={next => setPair(before => ({ ...before, [side]: next }))}
              />
              <p className="mt-2 min-h-8 text-small sm:min-h-4 text-ink-soft">
                {query.data && <Facts answer={query.data} />}
              </p>
            </div>
          ))}
        </div>
        {tab === 'answers' ? (
          <div className="grid min-h-0 flex-1 overflow-y-auto max-sm:auto-rows-max sm:grid-cols-2 sm:overflow-hidden">
            {sides.map(({ side, name, query, id }) => (
              <section
                key={side}
                aria-label={name}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
                tabIndex={0}
                className="min-w-0 border-line px-6 py-4 outline-offset-[-2px] not-last:border-b sm:min-h-0 sm:overflow-y-auto sm:not-last:border-r sm:not-last:border-b-0"
              >
                <h3 className="mb-2 text-small font-semibold text-ink-soft sm:sr-only">{name}</h3>
                <Answer query={query} />
                <Button look="outline" className="mt-4" onClick={() => onShow(id)}>
                  Show this branch
                </Button>
              </section>
            ))}
          </div>
        ) : (
          <Differences one={left.data ?? null} other={right.data ?? null} />
        )}
      </Tabs>
    </Dialog>
  )
}

function useAnswer(chatId: ChatId, messageId: MessageId) {
  const { client } = useServices()
  return useQuery({
    queryKey: ['branch-answer', chatId, messageId],
    queryFn: () => client.branchAnswer(chatId, { messageId }),
  })
}

function Answer({ query }: { query: ReturnType<typeof useAnswer> }) {
  const { data, error } = query
  if (error !== null) {
    return (
      <LoadTrouble title="Could not load this branch" onRetry={() => void query.refetch()}>
        {error.message}
      </LoadTrouble>
    )
  }
  if (data === undefined) return <Skeleton label="Loading the answer" />
  return (
    <>
      {data.question !== null && (
        <blockquote className="mb-4 rounded bg-wash px-3 py-2 whitespace-pre-wrap wrap-anywhere">
          {data.question}
        </blockquote>
      )}
      {data.text === '' ? <p className="text-ink-soft">This answer has no text.</p> : <Markdown text={data.text} />}
      {data.isCut && (
        <p className="mt-3 text-small text-ink-soft">Only the beginning is shown: the answer is very long.</p>
      )}
    </>
  )
}

function Facts({ answer: { model, at, durationMs, cost, usage, calls } }: { answer: BranchAnswer }) {
  const facts = [
    formatMoment(at, Date.now()),
    ...(durationMs === null || durationMs < 100 ? [] : [formatDuration(durationMs)]),
    ...(isFree(cost) ? [] : [formatCost(cost)]),
    ...(usage.output === 0 ? [] : [`${formatTokens(usage.output)} tokens out`]),
    ...(calls === 0 ? [] : [calls === 1 ? '1 tool call' : `${calls} tool calls`]),
  ]
  return (
    <>
      {model === null ? 'Not answered yet' : <ModelLabel model={model} />} · {facts.join(' · ')}
    </>
  )
}

function ModelLabel({ model }: { model: NonNullable<BranchAnswer['model']> }) {
  return <bdi className="font-medium text-ink">{useModelName(model)}</bdi>
}

function Differences({ one, other }: { one: BranchAnswer | null; other: BranchAnswer | null }) {
  if (one === null || other === null) return null
  const [before, after] = [whole(one), whole(other)]
  if (before === after) return <p className="p-6 text-ink-soft">Both branches say the same.</p>
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-2">
      <Suspense>
        <CompareView
          path="answer.md"
          before={before}
          after={after}
          names={{ before: 'First branch', after: 'Second branch' }}
        />
      </Suspense>
    </div>
  )
}

function whole({ question, text }: BranchAnswer): string {
  return question === null ? text : `${question}\n\n${text}`
}
