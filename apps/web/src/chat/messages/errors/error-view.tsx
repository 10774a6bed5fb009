import type { ErrorPart, ErrorReply } from '@stet/api/client'
import { useContext } from 'react'
import { sentence } from '../../../formats/sentence.ts'
import { layOutJson } from '../../../requests/lay-out-json.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Fold } from '../../../ui/layout/fold.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { errorAdvice, type WayOut } from './error-advice.ts'
import { WaysOutContext } from './ways-out.ts'

interface ErrorViewProps {
  part: ErrorPart
  /** Asks for the answer again; null where that cannot be done. */
  onAgain: (() => void) | null
  /** The definition by which the model was reached; null where that is not known. */
  definition: string | null
}

export function ErrorView({ part, onAgain, definition }: ErrorViewProps) {
  const { text, way } = errorAdvice(part)
  return (
    <Notice
      tone="trouble"
      title={sentence(part.message)}
      className="my-3 first:mt-0 max-w-(--block)"
      actions={
        <>
          {onAgain && (way === 'again' || way === 'provider') && (
            <Button look="outline" icon="retry" onClick={onAgain}>
              Try again
            </Button>
          )}
          <Way way={way} definition={definition} />
        </>
      }
    >
      {text}{' '}
      <span className="figures text-small whitespace-nowrap text-ink-faint">
        {part.code}
        {part.status !== null && ` ${part.status}`}
      </span>
      {part.reply && (
        <Fold title="What the provider answered">
          <ReplyView reply={part.reply} />
        </Fold>
      )}
    </Notice>
  )
}

const BODY =
  'max-h-64 overflow-auto rounded bg-code p-3 pr-10 font-mono text-small whitespace-pre-wrap wrap-anywhere text-ink'

function ReplyView({ reply: { body, requestId } }: { reply: ErrorReply }) {
  return (
    <>
      {requestId !== null && (
        <p className="flex items-center gap-2 text-small">
          <span className="text-ink-faint">Request id</span>
          <bdi className="font-mono wrap-anywhere">{requestId}</bdi>
          <CopyButton label="Copy request id" text={() => requestId} />
        </p>
      )}
      {body === '' ? (
        <p className="text-small text-ink-faint">It answered without a body.</p>
      ) : (
        <div className="relative">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
          <pre dir="ltr" tabIndex={0} className={BODY}>
            {layOutJson(body) ?? body}
          </pre>
          <CopyButton label="Copy body" text={() => body} className="absolute top-1 right-1" />
        </div>
      )}
    </>
  )
}

function Way({ way, definition }: { way: WayOut; definition: string | null }) {
  const ways = useContext(WaysOutContext)
  switch (way) {
    case null:
    case 'again':
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
