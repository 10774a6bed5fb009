import type { Inspection } from '@stet/api/client'
import { useMutation } from '@tanstack/react-query'
import { sentence } from '../formats/sentence.ts'
import { Button } from '../ui/controls/button.tsx'
import type { InspectionOfChat } from './use-inspection.ts'

interface ExactCountProps {
  shown: Inspection
  count: InspectionOfChat['count']
}

/** Asks the provider how many tokens the request has (C15). It is sent there for it, which costs nothing and is not answered. */
export function ExactCount({ shown, count }: ExactCountProps) {
  const exact = useMutation({ mutationFn: count })
  const { tokens, because } = exact.data ?? { tokens: null, because: null }
  const trouble = exact.error?.message ?? because
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      {tokens === null && (
        <Button look="outline" disabled={exact.isPending} onClick={() => exact.mutate()}>
          {exact.isPending ? 'Counting…' : 'Count exactly'}
        </Button>
      )}
      <p role="status" className="text-small text-ink-soft">
        {tokens !== null && countWords(tokens, shown.report.budget.used.total)}
        {trouble !== null && sentence(trouble)}
      </p>
    </div>
  )
}

function countWords(tokens: number, estimated: number): string {
  const figure = tokens.toLocaleString('en')
  if (tokens === 0) return `${figure} tokens, counted by the provider.`
  const off = Math.round((estimated / tokens - 1) * 100)
  const words = off === 0 ? 'as estimated' : `the estimate is ${Math.abs(off)}% too ${off > 0 ? 'high' : 'low'}`
  return `${figure} tokens, counted by the provider (${words}).`
}
