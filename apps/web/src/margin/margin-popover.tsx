import { Popover } from '@base-ui/react/popover'
import type { MessageId } from '@stet/api/client'
import { useContext, useEffect, useRef, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { useCloseWithBack } from '../ui/hooks/open-overlays.ts'
import { fateWords } from './fate-words.ts'
import { type MarginNote, tokenWords } from './margin.ts'
import { MarginContext } from './margin-context.ts'
import { MarginLegendDialog } from './margin-legend.tsx'
import { marginPopover } from './rail.tsx'

interface MarginPopoverProps {
  onMark: (messageId: MessageId, mark: 'pinned' | 'left-out' | null) => Promise<void>
  onInspect: (messageId: MessageId) => void
}

/** Which rule decided about a message, and what can be done about it (C19). */
export function MarginPopover({ onMark, onInspect }: MarginPopoverProps) {
  const { noteOn } = useContext(MarginContext)
  const openedBy = useRef<'hover' | 'press'>('press')
  const [explains, setExplains] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useCloseWithBack(isOpen, () => marginPopover.close())

  function onOpenChange(open: boolean, details: Popover.Root.ChangeEventDetails): void {
    const { reason } = details
    if (open) {
      openedBy.current = reason === 'trigger-hover' ? 'hover' : 'press'
    } else if (openedBy.current === 'hover' && reason === 'trigger-press') {
      // A click keeps open what hovering opened.
      openedBy.current = 'press'
      details.cancel()
    } else if (openedBy.current === 'press' && reason === 'trigger-hover') {
      details.cancel()
    }
    if (!details.isCanceled) setOpen(open)
  }

  return (
    <>
      {explains && <MarginLegendDialog onClose={() => setExplains(false)} />}
      <Popover.Root handle={marginPopover} onOpenChange={onOpenChange}>
        {({ payload: messageId }) => {
          const note = messageId === undefined ? null : noteOn(messageId)
          return (
            <Popover.Portal>
              <Popover.Positioner side="right" align="start" sideOffset={4} collisionPadding={12} className="z-30">
                <Popover.Popup
                  data-tour="card"
                  className="w-72 max-w-[calc(100vw-1.5rem)] rounded border border-line bg-raised p-1 shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
                >
                  {messageId && note && (
                    <>
                      <Words note={note} />
                      <Actions
                        key={messageId}
                        messageId={messageId}
                        note={note}
                        onMark={onMark}
                        onInspect={() => {
                          marginPopover.close()
                          onInspect(messageId)
                        }}
                        onExplain={() => {
                          marginPopover.close()
                          setExplains(true)
                        }}
                      />
                    </>
                  )}
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          )
        }}
      </Popover.Root>
    </>
  )
}

function Words({ note }: { note: MarginNote }) {
  return (
    <div className="px-3 pt-2 pb-2.5">
      <Popover.Title className="flex items-baseline gap-2 font-medium">
        <span className={classNames(note.fate === 'over-budget' && 'text-red')}>{fateWords(note, 'next')}</span>
        <span className="flex-1" />
        {note.tokens && (
          <span className="figures text-small font-normal text-ink-soft">
            {tokenWords(note.tokens.before, note.tokens.after)}
          </span>
        )}
      </Popover.Title>
      {note.because !== '' && (
        <Popover.Description className="mt-1 text-ink-soft">{sentence(note.because)}</Popover.Description>
      )}
    </div>
  )
}

interface ActionsProps extends Pick<MarginPopoverProps, 'onMark'> {
  messageId: MessageId
  note: MarginNote
  onInspect: () => void
  onExplain: () => void
}

function Actions({ messageId, note, onMark, onInspect, onExplain }: ActionsProps) {
  const mark = useContext(MarginContext).markOn(messageId)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed gives way to another when the mark arrives
  useEffect(() => {
    // What opened under the pointer takes no focus by itself.
    if (!hasChosen.current || busy || document.activeElement !== document.body) return
    buttons.current?.querySelector('button')?.focus()
  }, [busy, mark])

  async function choose(next: 'pinned' | 'left-out' | null): Promise<void> {
    hasChosen.current = true
    setBusy(true)
    setTrouble(null)
    try {
      await onMark(messageId, next)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  const canBeMarked = note.fate !== 'unreadable' && note.fate !== 'never-sent-by-role'
  const item = 'w-full justify-start px-3 font-normal -outline-offset-2'
  return (
    <div ref={buttons} className="border-t border-line pt-1">
      {trouble !== null && (
        <p role="alert" className="px-3 py-2 text-red">
          {trouble} Nothing was changed.
        </p>
      )}
      {canBeMarked && mark !== 'pinned' && (
        <Button icon="pin" className={item} disabled={busy} onClick={() => choose('pinned')}>
          Pin
        </Button>
      )}
      {canBeMarked && mark !== 'left-out' && (
        <Button icon="strike" className={item} disabled={busy} onClick={() => choose('left-out')}>
          Leave out
        </Button>
      )}
      {mark !== null && (
        <Button icon="undo" className={item} disabled={busy} onClick={() => choose(null)}>
          {mark === 'pinned' ? 'Unpin' : 'Include again'}
        </Button>
      )}
      <Button icon="panel" className={item} onClick={onInspect}>
        Show in inspector
      </Button>
      <Button icon="book" className={item} onClick={onExplain}>
        What the lines mean
      </Button>
    </div>
  )
}
