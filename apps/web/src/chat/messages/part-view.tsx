import type { AssistantPart, ErrorPart, FilePart, MessageId, ProviderCallPart } from '@stet/api/client'
import { useContext } from 'react'
import { AttachedFiles } from '../../attachments/attached-files.tsx'
import { CallView } from '../../calls/call-view.tsx'
import { formatDuration } from '../../formats/format-duration.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Fold } from '../../ui/layout/fold.tsx'
import { ErrorView } from './errors/error-view.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { askedWords, failureWords, toolWords } from './provider-call-words.ts'

interface PartViewProps {
  part: AssistantPart
  /** The files shown together here, if it is a file. */
  files: readonly FilePart[]
  /** Set while this very part is being written. */
  since: number | null
  reasoningTokens: number | null
  /** The definition by which the model was reached; null where that is not known. */
  definition: string | null
  /** The answer it belongs to; null while that is being written. */
  messageId: MessageId | null
}

export function PartView({ part, files, since, reasoningTokens, definition, messageId }: PartViewProps) {
  switch (part.kind) {
    case 'text':
      return <Markdown text={part.text} streaming={since !== null} />
    case 'reasoning':
      return <ReasoningView text={part.text} since={since} tokens={reasoningTokens} />
    case 'tool-call':
      return <CallView callId={part.callId} tool={part.tool} input={part.input} writing={since !== null} />
    case 'provider-call':
      return <ProviderCallView part={part} />
    case 'error':
      return <FailedView part={part} definition={definition} messageId={messageId} />
    case 'source':
      // Listed below the answer, with all others.
      return null
    case 'file':
      return <AttachedFiles parts={files} messageId={messageId} />
  }
}

/** Below the last answer only: further up, another branch would take away what one reads. */
function FailedView({
  part,
  definition,
  messageId,
}: Pick<PartViewProps, 'definition' | 'messageId'> & { part: ErrorPart }) {
  const actions = useContext(MessageActionsContext)
  const canAsk = messageId !== null && actions !== null && !actions.writing && actions.isLast(messageId)
  return <ErrorView part={part} definition={definition} onAgain={canAsk ? () => actions.retry(messageId) : null} />
}

function ProviderCallView({ part }: { part: ProviderCallPart }) {
  return (
    <p className="my-1 text-ui wrap-anywhere text-ink-soft">
      <bdi>{toolWords(part.tool)}</bdi>
      {failureWords(part)}: <bdi>{askedWords(part.input)}</bdi>
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
      status={
        since === null ? Boolean(tokens) && `${formatTokens(tokens ?? 0)} tokens` : <Now text={text} since={since} />
      }
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
