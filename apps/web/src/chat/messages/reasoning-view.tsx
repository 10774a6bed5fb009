import { formatDuration } from '../../formats/format-duration.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Fold } from '../../ui/fold.tsx'
import { useNow } from '../../ui/use-now.ts'

interface ReasoningViewProps {
  text: string
  /** Since when it is being thought, while it is. */
  since: number | null
  /** As the provider counted them, if it did. */
  tokens: number | null
}

export function ReasoningView({ text, since, tokens }: ReasoningViewProps) {
  return (
    <Fold
      title={since === null ? 'Thought' : 'Thinking'}
      status={since === null ? tokens !== null && `${formatTokens(tokens)} tokens` : <Now text={text} since={since} />}
    >
      <div className="reasoning">
        <Markdown text={text} streaming={since !== null} />
      </div>
    </Fold>
  )
}

function Now({ text, since }: { text: string; since: number }) {
  const now = useNow(true)
  const line = text
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/[*#`_>]/g, '')
    .trim()
  return (
    <>
      <span className="mr-2 tabular-nums">{formatDuration(now - since)}</span>
      <bdi>{line}</bdi>
    </>
  )
}
