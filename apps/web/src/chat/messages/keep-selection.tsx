import type { MessageId } from '@stet/api/client'
import { use, useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { MessageActionsContext } from './message-actions.ts'

interface Selected {
  readonly messageId: MessageId
  readonly text: string
  readonly top: number
  readonly left: number
}

const LONGEST = 2_000
/** Below the selection, clear of the handles that phones draw there. */
const GAP = 12
const HEIGHT = 48

/** A button at selected text of one message: the selection survives every summary from then on (C22). */
export function KeepSelection() {
  const actions = use(MessageActionsContext)
  const selected = useSelectedText()
  if (actions === null || selected === null || actions.keptOf(selected.messageId).includes(selected.text)) return null
  const { messageId, text, top, left } = selected
  return (
    <div className="fixed z-20" style={{ top, left }}>
      <Button
        look="outline"
        icon="pin"
        // Otherwise the press would end the selection before the click.
        onMouseDown={event => event.preventDefault()}
        onClick={() => {
          actions.keepText(messageId, text, true)
          document.getSelection()?.removeAllRanges()
        }}
      >
        Keep this
      </Button>
    </div>
  )
}

function useSelectedText(): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    const read = () => setSelected(readSelection())
    document.addEventListener('selectionchange', read)
    window.addEventListener('resize', read)
    return () => {
      document.removeEventListener('selectionchange', read)
      window.removeEventListener('resize', read)
    }
  }, [])
  return selected
}

function readSelection(): Selected | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const id = messageAround(range.startContainer)
  const text = selection.toString().replace(/\s+/g, ' ').trim()
  if (id === null || id !== messageAround(range.endContainer) || text === '' || text.length > LONGEST) return null
  const { bottom, left } = range.getBoundingClientRect()
  return {
    messageId: id,
    text,
    top: Math.max(0, Math.min(bottom + GAP, window.innerHeight - HEIGHT)),
    left: Math.max(8, Math.min(left, window.innerWidth - 140)),
  }
}

function messageAround(node: Node): MessageId | null {
  const element = node instanceof Element ? node : node.parentElement
  const id = element?.closest<HTMLElement>('[data-said-by]')?.dataset.saidBy ?? null
  return id !== null && isMessageId(id) ? id : null
}

function isMessageId(id: string): id is MessageId {
  return id.startsWith('msg_')
}
