import type { Message, ToolResultPart } from '@stet/api/client'
import { useContext } from 'react'
import { Fold } from '../chat/fold.tsx'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../ui/button.tsx'
import { HoldPosition } from '../ui/hold-position.ts'
import { useKept } from '../ui/kept-state.ts'
import { Place } from '../ui/place.tsx'
import { callIcon } from './call-icon.ts'
import { phaseWords } from './call-phase.ts'
import { CallTitle } from './call-view.tsx'
import { KnownCallsContext } from './known-calls.ts'

const SHOWN = 20_000

/** Its newest result is the chat's list (T9): it is there to be seen. */
const ALWAYS_OPEN = new Set(['write_todo'])

export function ResultsView({ message }: { message: Extract<Message, { role: 'tool-results' }> }) {
  return message.parts.map(result => (
    <Place key={result.callId} name={result.callId}>
      <ResultView result={result} />
    </Place>
  ))
}

function ResultView({ result }: { result: ToolResultPart }) {
  const call = useContext(KnownCallsContext).calls[result.callId]
  const shown = call !== undefined && 'shown' in call.state ? call.state.shown : null
  const { outcome, tool } = result
  return (
    <Fold
      icon={callIcon(call?.shown.icon ?? 'tool')}
      title={
        <>
          Result of <CallTitle call={call} tool={tool} />
        </>
      }
      status={phaseWords(outcome)}
      openAtFirst={outcome === 'failed' || outcome === 'unknown' || (outcome === 'done' && ALWAYS_OPEN.has(tool))}
    >
      {shown === null ? <ResultText result={result} /> : <Markdown text={shown} />}
    </Fold>
  )
}

function ResultText({ result }: { result: ToolResultPart }) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  const hold = useContext(HoldPosition)
  const text = result.content.map(part => (part.kind === 'text' ? part.text : `[${part.name}]`)).join('\n')
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
