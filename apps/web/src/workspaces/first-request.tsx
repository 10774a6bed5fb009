import type { Inspection, TriedSettings, WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatTokens } from '../formats/format-tokens.ts'
import { cacheWords, windowWords } from '../inspector/report-words.ts'
import { useServices } from '../state/services.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { ContextMeter } from '../usage/context-meter.tsx'
import { firstRequestQuery } from './workspaces-query.ts'

const PAUSE_MS = 300

/** What settings do to the first request of a new chat, before they are saved. */
export function FirstRequest({ workspaceId, tried }: { workspaceId: WorkspaceId; tried: TriedSettings }) {
  const { client } = useServices()
  const settled = useSettled(tried)
  const { data: own } = useQuery(firstRequestQuery(client, workspaceId, {}))
  const { data: shown, error } = useQuery(firstRequestQuery(client, workspaceId, settled))
  const isTried = Object.keys(settled).length > 0
  return (
    <section aria-label="First request of a new chat" className="rounded border border-line bg-desk p-4">
      <h3 className="mb-3 font-medium">First request of a new chat</h3>
      {error !== null && (
        <Notice tone="trouble" title="Could not calculate the request">
          {error.message}
        </Notice>
      )}
      {shown && (
        <>
          <ContextMeter budget={shown.report.budget} isShort={false} />
          <ul className="mt-3 space-y-0.5 text-small text-ink-faint">
            <li>{windowWords(shown)}</li>
            <li>{cacheWords(shown)}</li>
          </ul>
          <p role="status" className="mt-3 text-small font-medium text-ink-soft">
            {isTried && own && changeWords(own, shown)}
          </p>
        </>
      )}
    </section>
  )
}

/** What unsaved changes do to the length of the request. */
export function changeWords(own: Inspection, shown: Inspection): string {
  const change = shown.report.budget.used.total - own.report.budget.used.total
  if (change === 0) return 'Your changes do not change its length.'
  return `Your changes make it ${formatTokens(Math.abs(change))} tokens ${change > 0 ? 'longer' : 'shorter'}.`
}

/** The value once it has not changed for a moment: every typed letter would ask the server. */
function useSettled(value: TriedSettings): TriedSettings {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as TriedSettings), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
