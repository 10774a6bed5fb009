import { Menu, MenuItem } from '../ui/menu.tsx'

interface ChatMenuProps {
  /** Whether nothing was said yet. */
  isEmpty: boolean
  /** Whether a run is at work on the shown path. */
  working: boolean
  /** Null while a title is being made. */
  onTitle: (() => void) | null
  /** Null while nothing can be summarised. */
  onSummarise: ((form: 'prose' | 'snapshot') => void) | null
  onClear: () => void
}

/** What is done seldom with a chat. */
export function ChatMenu({ isEmpty, working, onTitle, onSummarise, onClear }: ChatMenuProps) {
  return (
    <Menu label="Chat">
      <MenuItem icon="pencil" disabled={isEmpty || onTitle === null} onClick={() => onTitle?.()}>
        {onTitle === null ? 'A new name is being found …' : 'Name it anew'}
      </MenuItem>

      <MenuItem icon="fold" disabled={onSummarise === null} onClick={() => onSummarise?.('prose')}>
        Summarise conversation
      </MenuItem>
      <MenuItem icon="fold" disabled={onSummarise === null} onClick={() => onSummarise?.('snapshot')}>
        Summarise as a structured snapshot
      </MenuItem>
      <MenuItem icon="strike" disabled={working || isEmpty} onClick={onClear}>
        Clear the context (deletes nothing)
      </MenuItem>
    </Menu>
  )
}
