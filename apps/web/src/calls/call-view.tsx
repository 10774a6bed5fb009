import type { Call, CallId } from '@stet/api/client'
import { useContext } from 'react'
import { formatDuration } from '../formats/format-duration.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { callIcon } from '../tools/tool-icon.ts'
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
  if (phase === 'waiting' && call !== undefined && decisions !== null) {
    return <ApprovalCard call={call} decisions={decisions} />
  }
  return (
    <Fold
      icon={callIcon(call?.shown.icon ?? 'tool')}
      title={<CallTitle call={call} tool={tool} />}
      status={<CallStatus phase={phase} call={call} progress={known.progress[callId]} />}
      openAtFirst={phase === 'failed' || phase === 'unknown'}
    >
      {writing ? <CodeBlock code={input} language="json" /> : <Arguments input={input} />}
      {call !== undefined && 'content' in call.state && !known.outcomes.has(callId) && (
        <div className="mt-2">
          <ResultContent content={call.state.content} call={call} />
        </div>
      )}
    </Fold>
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
      <span className="mr-2 tabular-nums">{formatDuration(now - since)}</span>
      <bdi>{progress === null ? phaseWords('running') : <Revealed text={progress} />}</bdi>
    </>
  )
}

function Arguments({ input }: { input: string }) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  return (
    <div className="max-w-[44.5rem]">
      <ArgumentsView input={input} characters={characters} onMore={setCharacters} />
    </div>
  )
}
