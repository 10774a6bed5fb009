import { useEffect, useRef } from 'react'

export interface Shortcut {
  readonly keys: string
  readonly does: string
}

/** All of them, as the dialog lists them. Those of a place (the composer, the list) are handled there. */
export const shortcuts = {
  send: { keys: 'Enter', does: 'Send message' },
  stopAndSend: { keys: 'Mod+Enter', does: 'Stop the answer and send' },
  breakLine: { keys: 'Shift+Enter', does: 'New line' },
  stop: { keys: 'Escape', does: 'Stop the answer' },
  editLast: { keys: '↑', does: 'Edit your last message (when the field is empty)' },
  decide: { keys: 'Mod+J', does: 'Go to what waits for your decision' },
  approve: { keys: 'A', does: 'Approve the call (on its card)' },
  deny: { keys: 'D', does: 'Deny the call (on its card)' },
  compose: { keys: '/', does: 'Focus the message field' },
  inspector: { keys: 'Mod+I', does: 'Toggle the inspector' },
  toStart: { keys: 'Home', does: 'Jump to the start of the chat' },
  toEnd: { keys: 'End', does: 'Jump to the end of the chat' },
  outline: { keys: 'Mod+Shift+L', does: 'Overview of the turns and branches of a chat' },
  compare: { keys: 'C', does: 'Compare a branch with the one it leaves (in the overview)' },
  palette: { keys: 'Mod+K', does: 'Go to a chat, message, model, setting or action' },
  search: { keys: 'Mod+Shift+F', does: 'Search all chats' },
  findInChat: { keys: 'Mod+F', does: 'Find in this chat' },
  newChat: { keys: 'Mod+Shift+O', does: 'New chat' },
  rename: { keys: 'F2', does: 'Rename the selected chat' },
  deleteChat: { keys: 'Delete', does: 'Delete the selected chat' },
  walk: { keys: '↑ ↓', does: 'Move through the chat list' },
  help: { keys: '?', does: 'Keyboard shortcuts' },
} as const satisfies Record<string, Shortcut>

/** Calls back for a shortcut, wherever the focus is; a single key only where nobody is typing. */
export function useShortcut(shortcut: Shortcut, action: () => void): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matches(event, shortcut.keys) || event.defaultPrevented || event.isComposing) return
      if (!shortcut.keys.includes('+') && isTyping(event.target)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcut])
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const modified = event.ctrlKey || event.metaKey
  if (modified !== parts.includes('Mod') || event.altKey) return false
  // The sign of a key already says whether Shift was needed for it.
  if (key.length > 1 || parts.length > 1) return event.shiftKey === parts.includes('Shift') && sameKey(event.key, key)
  return event.key === key
}

function sameKey(pressed: string, wanted: string): boolean {
  return pressed.toLowerCase() === wanted.toLowerCase()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
