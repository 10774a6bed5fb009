import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/controls/button.tsx'
import type { AnswerDraft, ContextDraft } from './use-settings-draft.ts'

interface DraftBarProps {
  draft: Pick<ContextDraft | AnswerDraft, 'errors' | 'trouble' | 'saving' | 'revert' | 'save'>
  canSave: boolean
  /** What the changes do. */
  children: ReactNode
}

/** What is not saved yet, what it does, and the ways out. */
export function DraftBar({ draft, canSave, children }: DraftBarProps) {
  const invalid = draft.errors.size > 0
  const bar = useRef<HTMLDivElement>(null)

  // The bar goes with its own buttons: the focus must not be lost with them.
  useLayoutEffect(() => {
    const shown = bar.current
    return () => {
      if (shown?.contains(document.activeElement)) {
        shown.parentElement?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
      }
    }
  }, [])

  return (
    <div ref={bar} className="shrink-0 border-t border-line bg-raised px-4 py-3">
      {draft.trouble && (
        <p role="alert" className="mb-2 text-red">
          {draft.trouble.message} Nothing was changed.
        </p>
      )}
      <div className="flex items-center gap-2">
        <div role="status" className="min-w-0 flex-1">
          <p className="font-medium">Unsaved changes</p>
          <p className="text-small text-ink-soft">{invalid ? 'A value is out of range' : children}</p>
        </div>
        <Button onClick={draft.revert}>Revert</Button>
        <Button look="primary" disabled={!canSave} aria-busy={draft.saving} onClick={draft.save}>
          Save
        </Button>
      </div>
    </div>
  )
}
