import type { Call, Message, ToolResultPart } from '@stet/api/client'
import { useContext } from 'react'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { callIcon } from '../tools/tool-icon.ts'
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
  const { outcome, tool } = result
  const isList = list === result.callId
  return (
    <Fold
      // The list that is no longer the chat's folds up, unless the user has opened it.
      key={isList ? 'list' : 'result'}
      icon={callIcon(call?.shown.icon ?? 'tool')}
      title={
        <>
          Result of <CallTitle call={call} tool={tool} />
        </>
      }
      status={phaseWords(outcome)}
      openAtFirst={isList || outcome === 'failed' || outcome === 'unknown'}
    >
      <ResultContent content={result.content} call={call} />
    </Fold>
  )
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
  if (shown !== null) return <Markdown text={shown} />
  if (drawings.length === 0) return <ResultText content={content} />
  return (
    <div className="max-w-[44.5rem]">
      {raw ? <ResultText content={content} /> : <Drawings drawings={drawings} />}
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

function ResultText({ content }: Pick<ResultContentProps, 'content'>) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  const hold = useContext(HoldPosition)
  const text = content.map(part => (part.kind === 'text' ? part.text : `[${part.name}]`)).join('\n')
  const shown = beginningOf(text, characters)
  return (
    <>
      <CodeBlock code={shown} language={null} />
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
