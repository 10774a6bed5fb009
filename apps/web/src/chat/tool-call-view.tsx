import type { CallId } from '@stet/api/client'
import { useContext } from 'react'
import { CodeBlock } from '../markdown/code-block.tsx'
import { WritingDots } from '../ui/writing-dots.tsx'
import { Fold } from './fold.tsx'
import { prettyJson } from './pretty-json.ts'
import { outcomeText, ToolOutcomes } from './tool-outcomes.ts'

interface ToolCallViewProps {
  callId: CallId
  tool: string
  input: string
  writing: boolean
}

export function ToolCallView({ callId, tool, input, writing }: ToolCallViewProps) {
  const outcome = useContext(ToolOutcomes).get(callId) ?? 'not-run'
  return (
    <Fold
      icon="tool"
      title={<bdi className="font-mono text-[0.8125rem]">{tool}</bdi>}
      status={writing ? <WritingDots className="align-middle" /> : outcomeText(outcome)}
      openAtFirst={outcome === 'failed'}
    >
      <CodeBlock code={writing ? input : prettyJson(input)} language="json" />
    </Fold>
  )
}
