import type { Chat } from '@stet/api/client'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon } from '../ui/graphics/icon.tsx'

/** How many tools the model has, and the way to them. */
export function ToolsButton({ chat, onOpen }: { chat: Chat; onOpen: () => void }) {
  const count = chat.settings.tools.length
  const words = count === 0 ? 'no tools' : count === 1 ? '1 tool' : `${count} tools`
  return (
    <Tooltip text="Tools" side="top">
      <button
        type="button"
        onClick={onOpen}
        className="flex h-7 items-center justify-center gap-1 rounded px-1.5 text-small text-ink-faint transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-10 coarse:min-w-10"
      >
        <span className="sr-only">{`Tools: ${words}. Open`}</span>
        <Icon name="tool" size={14} />
        {count > 0 && (
          <span aria-hidden="true" className="figures">
            {count}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
