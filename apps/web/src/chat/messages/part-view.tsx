import type { AssistantPart, MessageId } from '@stet/api/client'
import { AttachedFiles } from '../../attachments/attached-files.tsx'
import { CallView } from '../../calls/call-view.tsx'
import { formatDuration } from '../../formats/format-duration.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { safeUrl } from '../../markdown/safe-url.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Fold } from '../../ui/layout/fold.tsx'
import { ErrorView } from './error-view.tsx'

interface PartViewProps {
  part: AssistantPart
  /** Set while this very part is being written. */
  since: number | null
  reasoningTokens: number | null
  /** The definition by which the model was reached; null where that is not known. */
  definition: string | null
  /** The answer it belongs to; null while that is being written. */
  messageId: MessageId | null
}

export function PartView({ part, since, reasoningTokens, definition, messageId }: PartViewProps) {
  switch (part.kind) {
    case 'text':
      return <Markdown text={part.text} streaming={since !== null} />
    case 'reasoning':
      return <ReasoningView text={part.text} since={since} tokens={reasoningTokens} />
    case 'tool-call':
      return <CallView callId={part.callId} tool={part.tool} input={part.input} writing={since !== null} />
    case 'provider-call':
      return <ProviderCallView tool={part.tool} input={part.input} failed={part.outcome === 'failed'} />
    case 'error':
      return <ErrorView part={part} definition={definition} />
    case 'source':
      return <SourceView url={part.url} title={part.title} />
    case 'file':
      return <AttachedFiles parts={[part]} messageId={messageId} />
  }
}

function ProviderCallView({ tool, input, failed }: { tool: string; input: string; failed: boolean }) {
  return (
    <p className="my-1 text-ui text-ink-soft">
      <bdi>{tool}</bdi>
      {failed ? ' failed' : ''}: <bdi>{input}</bdi>
    </p>
  )
}

function SourceView({ url, title }: { url: string; title: string | null }) {
  const address = safeUrl(url)
  const name = <bdi>{title ?? url}</bdi>
  return (
    <p className="my-1 text-ui text-ink-soft">
      Source:{' '}
      {address ? (
        <a
          className="text-accent underline underline-offset-3"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  )
}

interface ReasoningViewProps {
  text: string
  /** Since when it is being thought, while it is. */
  since: number | null
  /** As the provider counted them, if it did. */
  tokens: number | null
}

function ReasoningView({ text, since, tokens }: ReasoningViewProps) {
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
