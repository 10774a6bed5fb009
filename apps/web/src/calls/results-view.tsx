import type { Call, Message, ToolResultPart } from '@stet/api/client'
import { useContext } from 'react'
import { AttachedFiles } from '../attachments/attached-files.tsx'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { hasFailed } from '../state/open-failures.ts'
import { toolIcon } from '../tools/tool-icon.ts'
import { Button } from '../ui/controls/button.tsx'
import { Place, useKept } from '../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../ui/hooks/scroll-context.ts'
import { Fold } from '../ui/layout/fold.tsx'
import { phaseWords } from './call-phase.ts'
import { CallTitle } from './call-title.tsx'
import { Drawings } from './drawing-view.tsx'
import { KnownCallsContext } from './known-calls.ts'

const SHOWN = 20_000

export function ResultsView({ message }: { message: Extract<Message, { role: 'tool-results' }> }) {
  return message.parts.map(result => (
    <Place key={result.callId} name={result.callId}>
      <ResultView result={result} />
    </Place>
  ))
}

function ResultView({ result }: { result: ToolResultPart }) {
  const { calls, list } = useContext(KnownCallsContext)
  const call = calls[result.callId]
  const isList = list === result.callId
  return (
    <Fold
      // A list that a newer one replaced folds up, unless the user opened it.
      key={isList ? 'list' : 'result'}
      icon={toolIcon(call?.shown.icon ?? 'tool')}
      title={
        <>
          Result of <CallTitle call={call} tool={result.tool} />
        </>
      }
      status={phaseWords(result.outcome)}
      openAtFirst={isList || hasImages(result) || hasFailed(result)}
    >
      <ResultContent content={result.content} call={call} />
    </Fold>
  )
}

/** A result with generated images starts unfolded. */
function hasImages({ content, tool }: ToolResultPart): boolean {
  return tool === 'generate_image' && content.some(({ kind }) => kind === 'file')
}

interface ResultContentProps {
  content: ToolResultPart['content']
  call: Call | undefined
}

/** As the tool wants it shown, with what is sent to the model one click away. */
export function ResultContent({ content, call }: ResultContentProps) {
  const [raw, setRaw] = useKept('raw-result', false)
  const hold = useContext(HoldPosition)
  const { shown = null, drawings = [] } = call !== undefined && 'shown' in call.state ? call.state : {}
  const files = content.filter(part => part.kind === 'file')
  if (drawings.length === 0) {
    if (shown === null) return <ResultText content={content} />
    if (files.length === 0) return <Markdown text={shown} />
  }
  return (
    <div className="max-w-(--block)">
      {shown !== null && <Markdown text={shown} />}
      {raw && <ResultText content={content} />}
      {!raw &&
        (drawings.length > 0 ? <Drawings drawings={drawings} /> : <AttachedFiles parts={files} messageId={null} />)}
      <button
        type="button"
        aria-pressed={raw}
        onClick={() => {
          hold()
          setRaw(!raw)
        }}
        className="mt-1 inline-flex min-h-7 items-center rounded px-1.5 text-small text-ink-faint hover:bg-wash hover:text-ink aria-pressed:text-accent coarse:min-h-10"
      >
        As sent to the model
      </button>
    </div>
  )
}

/** The text, and files as files: an image is an image. */
function ResultText({ content }: Pick<ResultContentProps, 'content'>) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  const hold = useContext(HoldPosition)
  const files = content.filter(part => part.kind === 'file')
  const text = content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const shown = beginningOf(text, characters)
  return (
    <>
      {(text !== '' || files.length === 0) && <CodeBlock code={shown} language={null} />}
      <AttachedFiles parts={files} messageId={null} />
      {shown.length < text.length && (
        <Button
          look="outline"
          onClick={() => {
            hold()
            setCharacters(characters + 3 * SHOWN)
          }}
        >
          Show more ({(text.length - shown.length).toLocaleString('en')} characters left)
        </Button>
      )}
    </>
  )
}
