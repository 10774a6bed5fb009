import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import type { SendTrouble } from './use-composer.ts'

interface SendNoticeProps {
  trouble: SendTrouble
  /** Opens what says why a message does not fit; absent where nothing does. */
  onInspect: (() => void) | undefined
  /** Makes room by a summary; null where there is nothing to summarise now. */
  onSummarise: (() => void) | null | undefined
  /** Absent while it is being sent. */
  onRetry: (() => void) | undefined
}

/** Why a message was not sent, and what to do. */
export function SendNotice({ trouble, onInspect, onSummarise, onRetry }: SendNoticeProps) {
  return (
    <div role="alert">
      <Notice
        tone="trouble"
        title={trouble.doesNotFit ? 'Not sent: too long for this model' : 'Message not sent'}
        className="mb-2"
        actions={
          trouble.doesNotFit && onInspect ? (
            <>
              {onSummarise && (
                <Button look="outline" icon="fold" onClick={onSummarise}>
                  Summarise
                </Button>
              )}
              <Button look="outline" icon="panel" onClick={onInspect}>
                Open inspector
              </Button>
            </>
          ) : (
            trouble.retryable && (
              <Button look="outline" icon="retry" onClick={onRetry} disabled={onRetry === undefined}>
                Retry
              </Button>
            )
          )
        }
      >
        {trouble.message} Your text is still here.
        {trouble.doesNotFit &&
          onInspect &&
          ' Summarise the chat, leave messages out, or choose a model with a larger window.'}
      </Notice>
    </div>
  )
}
