import type { Call, CallId } from '@stet/api/client'
import { useContext } from 'react'
import { formatDuration } from '../formats/format-duration.ts'
import { CodeBlock } from '../markdown/code/code-block.tsx'
import { toolIcon } from '../tools/tool-icon.ts'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Fold } from '../ui/layout/fold.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { ArgumentsView, SHOWN } from './arguments-view.tsx'
import { CallDecisionsContext } from './call-decisions.ts'
import { type CallPhase, phaseOf, phaseWords } from './call-phase.ts'
import { CallTitle } from './call-title.tsx'
import { CalledChats } from './called-chats.tsx'
import { KnownCallsContext } from './known-calls.ts'
import { ResultContent } from './results-view.tsx'

interface CallViewProps {
  callId: CallId
  tool: string
  input: string
  writing: boolean
}

/** A tool call: waiting for a decision, running, or its result. */
export function CallView({ callId, tool, input, writing }: CallViewProps) {
  const known = useContext(KnownCallsContext)
  const decisions = useContext(CallDecisionsContext)
  const call = known.calls[callId]
  const phase = phaseOf({ writing, call, outcome: known.outcomes.get(callId) })
  const progress = known.progress[callId]
  const live = phase === 'running' && progress?.includes('\n') ? progress : null
  if (phase === 'waiting' && call !== undefined && decisions !== null) {
    return <ApprovalCard call={call} decisions={decisions} />
  }
  const hasChats = call?.tool === 'minion' && decisions !== null && call.state.kind !== 'proposed'
  return (
    <>
      <Fold
        icon={toolIcon(call?.shown.icon ?? 'tool')}
        title={<CallTitle call={call} tool={tool} />}
        status={<CallStatus phase={phase} call={call} progress={progress?.split('\n').at(-1)} />}
        openAtFirst={phase === 'failed' || phase === 'unknown' || live !== null}
      >
        {writing ? <CodeBlock code={input} language="json" /> : <Arguments input={input} />}
        {live !== null && <LiveOutput text={live} />}
        {call !== undefined && 'content' in call.state && !known.outcomes.has(callId) && (
          <div className="mt-2">
            <ResultContent content={call.state.content} call={call} />
          </div>
        )}
      </Fold>
      {hasChats && <CalledChats call={call} progress={progress} decisions={decisions} />}
    </>
  )
}

/** What a command has printed so far, at its end. */
function LiveOutput({ text }: { text: string }) {
  return (
    <figure aria-label="Output so far" className="mt-2">
      <pre
        dir="ltr"
        className="flex max-h-64 flex-col-reverse overflow-auto rounded border border-line bg-code px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere"
      >
        <span>
          <Revealed text={text} />
        </span>
      </pre>
    </figure>
  )
}

interface CallStatusProps {
  phase: CallPhase
  call: Call | undefined
  progress: string | undefined
}

function CallStatus({ phase, call, progress }: CallStatusProps) {
  if (phase === 'writing') return <WritingDots className="align-middle" />
  const summary = call?.shown.summary ?? null
  return (
    <>
      {phase === 'running' && call?.state.kind === 'started' ? (
        <Running since={call.state.at} progress={progress ?? summary} />
      ) : (
        <>
          {summary !== null && (
            <>
              <bdi>
                <Revealed text={summary} />
              </bdi>
              {' · '}
            </>
          )}
          {phaseWords(phase)}
        </>
      )}
    </>
  )
}

function Running({ since, progress }: { since: number; progress: string | null }) {
  const now = useNow(true)
  return (
    <>
      <WritingDots className="mr-2 align-middle" />
      <span className="mr-2 whitespace-nowrap tabular-nums">{formatDuration(now - since)}</span>
      <bdi>{progress === null ? phaseWords('running') : <Revealed text={progress} />}</bdi>
    </>
  )
}

function Arguments({ input }: { input: string }) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  return (
    <div className="max-w-(--block)">
      <ArgumentsView input={input} characters={characters} onMore={setCharacters} />
    </div>
  )
}
