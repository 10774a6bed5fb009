import type { Message } from '@stet/api/client'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Place } from '../ui/place.tsx'
import { Fold } from './fold.tsx'
import { outcomeText } from './tool-outcomes.ts'

const SHOWN = 20_000

export function ToolResultsView({ message }: { message: Extract<Message, { role: 'tool-results' }> }) {
  return message.parts.map(result => {
    const text = result.content.map(part => (part.kind === 'text' ? part.text : `[${part.name}]`)).join('\n')
    return (
      <Place key={result.callId} name={result.callId}>
        <Fold
          icon="tool"
          title={
            <>
              Result of <bdi className="font-mono text-[0.8125rem]">{result.tool}</bdi>
            </>
          }
          status={outcomeText(result.outcome)}
          openAtFirst={result.outcome === 'failed'}
        >
          <CodeBlock code={beginningOf(text, SHOWN)} language={null} />
        </Fold>
      </Place>
    )
  })
}
