import type { ModelChoice } from '@stet/api/client'
import { type RefObject, Suspense, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'

// Most messages are sent without it: it is fetched when it is first opened.
const ModelPopup = lazyPart(async () => (await import('./model-popup.tsx')).ModelPopup)

interface ModelPickerProps {
  button: RefObject<HTMLButtonElement | null>
  /** What the button says, and in full to who listens. */
  name: string
  label: string
  current: ModelChoice | null
  /** Why the one that was chosen cannot be used. */
  because: string | null
  /** Rejects when it was not taken, and then stays open with why. */
  choose: (choice: ModelChoice) => Promise<unknown>
  onSettings?: (() => void) | undefined
}

/** The model that answers, and the way to another. */
export function ModelPicker({ button, name, label, current, because, choose, onSettings }: ModelPickerProps) {
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')
  const [trouble, setTrouble] = useState<string | null>(null)
  const isOpen = opened === 'open'

  function open(next: boolean): void {
    setTrouble(null)
    setOpened(next ? 'open' : 'closed')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => open(!isOpen)}
        className={classNames(
          '-ml-2 flex h-7 min-w-14 items-center gap-1 rounded px-2 text-small transition-colors duration-150 hover:bg-wash coarse:h-10',
          because === null ? 'text-ink-soft hover:text-ink' : 'text-red',
        )}
      >
        {because !== null && <Icon name="warning" size={14} />}
        <bdi className="truncate">{name}</bdi>
        <Icon name="chevron-down" size={12} />
      </button>
      <Suspense>
        {opened !== 'never' && (
          <ModelPopup
            open={isOpen}
            onOpenChange={open}
            anchor={button}
            current={current}
            because={because}
            trouble={trouble}
            onSettings={onSettings}
            onChoose={({ definition, model }) => {
              choose({ definition, model }).then(
                () => open(false),
                (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)),
              )
            }}
          />
        )}
      </Suspense>
    </>
  )
}
