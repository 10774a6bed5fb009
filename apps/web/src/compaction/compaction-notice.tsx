import type { Compaction } from '@stet/api/client'
import { formatDuration } from '../formats/format-duration.ts'
import { retryPlan, retryReason } from '../formats/retry-words.ts'
import { sentence } from '../formats/sentence.ts'
import { Button } from '../ui/controls/button.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Notice } from '../ui/layout/notice.tsx'

interface CompactionNoticeProps {
  compaction: Compaction
  stop: (compaction: Compaction) => void
  retry: () => void
  dismissFailed: (compaction: Compaction) => void
}

/** A summary while it is written, or why it failed (C10, C11). */
export function CompactionNotice({ compaction, stop, retry, dismissFailed }: CompactionNoticeProps) {
  return (
    <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      {compaction.state === 'working' ? (
        <Working compaction={compaction} onStop={() => stop(compaction)} />
      ) : (
        <div role="alert">
          <Notice
            tone="trouble"
            title="Could not summarise the conversation"
            actions={
              <>
                <Button look="outline" icon="retry" onClick={retry}>
                  Try again
                </Button>
                <Button onClick={() => dismissFailed(compaction)}>Dismiss</Button>
              </>
            }
          >
            {sentence(compaction.trouble ?? 'Unknown reason')} Your messages are unchanged and will be sent as before.
          </Notice>
        </div>
      )}
    </div>
  )
}

function Working({ compaction, onStop }: { compaction: Compaction; onStop: () => void }) {
  const now = useNow(true)
  const share = compactionShare(compaction)
  return (
    <section
      aria-label="Summarising"
      className="overflow-hidden rounded border border-line bg-desk animate-[appear_160ms_ease-out]"
    >
      <div className="flex items-center gap-3 py-2 pr-2 pl-3">
        <WritingDots />
        <div className="min-w-0 flex-1">
          <p role="status" className="font-medium">
            {compactionTitle(compaction)}
          </p>
          <p className="text-small text-ink-soft">
            {compaction.retry === null ? (
              sentence(compaction.because)
            ) : (
              <>
                {retryReason(compaction.retry)} <span aria-hidden="true">{retryPlan(compaction.retry, now)}</span>
              </>
            )}
          </p>
        </div>
        {/* The seconds are visible only: a screen reader reads what is done, and what comes next. */}
        <span aria-hidden="true" className="text-small whitespace-nowrap text-ink-faint tabular-nums">
          {formatDuration(now - compaction.startedAt)}
        </span>
        <Button look="outline" icon="stop" onClick={onStop}>
          Stop
        </Button>
      </div>
      {share !== null && (
        <div aria-hidden="true" className="h-0.5 bg-wash">
          <div className="h-full bg-accent transition-[width] duration-180" style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </section>
  )
}

/** What is being summarised, and how far it is. */
export function compactionTitle({ messages, chunk }: Pick<Compaction, 'messages' | 'chunk'>): string {
  const what = messages === 0 ? 'the previous summary' : `${messages} ${messages === 1 ? 'message' : 'messages'}`
  return chunk.of > 1 ? `Summarising ${what}… ${chunk.number} of ${chunk.of}` : `Summarising ${what}…`
}

/** How many parts are done; null when there is only one. */
export function compactionShare({ chunk }: Pick<Compaction, 'chunk'>): number | null {
  return chunk.of > 1 ? Math.min(1, Math.max(0, (chunk.number - 1) / chunk.of)) : null
}
