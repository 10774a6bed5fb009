import type { AssistantPart, UserPart } from '@stet/api/client'
import { CallView } from '../../calls/call-view.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { safeUrl } from '../../markdown/safe-url.ts'
import { ErrorView } from './error-view.tsx'
import { ReasoningView } from './reasoning-view.tsx'

interface PartViewProps {
  part: AssistantPart
  /** Set while this very part is being written. */
  since: number | null
  reasoningTokens: number | null
  /** The definition by which the model was reached; null where that is not known. */
  definition: string | null
}

export function PartView({ part, since, reasoningTokens, definition }: PartViewProps) {
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
      return <FileView part={part} />
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

export function FileView({ part }: { part: Extract<UserPart, { kind: 'file' }> }) {
  return (
    <p className="my-1 text-ui text-ink-soft">
      Attachment: <bdi>{part.name}</bdi>
    </p>
  )
}
