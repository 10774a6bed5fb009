import type { ErrorPart } from '@stet/api/client'
import { useContext } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { errorAdvice, type WayOut } from './error-advice.ts'
import { WaysOutContext } from './ways-out.ts'

interface ErrorViewProps {
  part: ErrorPart
  /** The definition by which the model was reached; null where that is not known. */
  definition: string | null
}

export function ErrorView({ part, definition }: ErrorViewProps) {
  const { text, way } = errorAdvice(part)
  return (
    <Notice
      tone="trouble"
      title={sentence(part.message)}
      className="my-3 first:mt-0 max-w-[44.5rem]"
      actions={<Way way={way} definition={definition} />}
    >
      {text}{' '}
      <span className="figures text-small whitespace-nowrap text-ink-faint">
        {part.code}
        {part.status !== null && ` ${part.status}`}
      </span>
    </Notice>
  )
}

function Way({ way, definition }: { way: WayOut; definition: string | null }) {
  const ways = useContext(WaysOutContext)
  switch (way) {
    case null:
      return null
    case 'provider':
      // The demo is there without being defined: there is nothing of it to set right.
      return (
        definition !== null &&
        definition !== 'demo' && (
          <ButtonLink to="/providers/$providerId" params={{ providerId: definition }} icon="plug">
            Open provider
          </ButtonLink>
        )
      )
    case 'picker':
      return (
        ways && (
          <Button look="outline" onClick={ways.chooseModel}>
            Choose a model
          </Button>
        )
      )
    case 'room':
      return (
        ways && (
          <>
            {ways.summarise && (
              <Button look="outline" icon="fold" onClick={ways.summarise}>
                Summarise
              </Button>
            )}
            <Button look="outline" icon="panel" onClick={ways.inspect}>
              Open inspector
            </Button>
          </>
        )
      )
  }
}
