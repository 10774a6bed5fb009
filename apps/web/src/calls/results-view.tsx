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

/** As the tool wants it shown, or else what is sent to the model. */
export function ResultContent({ content, call }: ResultContentProps) {
  const shown = call !== undefined && 'shown' in call.state ? call.state.shown : null
  return shown === null ? <ResultText content={content} /> : <Markdown text={shown} />
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
