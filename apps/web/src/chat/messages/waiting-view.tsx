import type { WaitingMessage } from '@stet/api/client'
import { useContext } from 'react'
import { AttachedFiles } from '../../attachments/attached-files.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { SaidText } from './said-text.tsx'
import { WaitingActionsContext, type WaitsFor } from './waiting-messages.ts'

/** A message that waits to be sent, drawn in outline (R10). */
export function WaitingView({ message }: { message: WaitingMessage }) {
  const actions = useContext(WaitingActionsContext)
  const isLast = actions?.last === message.id
  return (
    <div>
      <div className="-ml-[0.9375rem] w-fit max-w-[calc(100%+0.9375rem)] rounded-r border border-dashed border-line-strong py-3 pr-5 pl-[0.9375rem] text-ink-soft">
        <AttachedFiles parts={message.files} messageId={null} />
        {message.text.trim() !== '' && <SaidText text={message.text} />}
      </div>
      <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-2 text-small text-ink-faint">
        <Icon name="clock" size={14} />
        <span>{waitingWords(actions?.waitsFor ?? 'step')}</span>
        {actions && (
          <span className="-my-1 -ml-2 flex flex-wrap">
            <Button icon="undo" className="px-2 text-small" onClick={() => actions.takeBack(message)}>
              Take back
            </Button>
            {isLast && actions.waitsFor !== 'decision' && (
              <Button icon="arrow-up" className="px-2 text-small" onClick={actions.sendNow}>
                {actions.waitsFor === 'step' ? 'Stop and send now' : 'Send now'}
              </Button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

function waitingWords(waits: WaitsFor): string {
  switch (waits) {
    case 'step':
      return 'Will be sent when this step ends'
    case 'decision':
      return 'Will be sent after you decide above'
    case 'person':
      return 'Not sent: the answer ended first'
  }
}
