import type { ActionTrouble } from '../state/use-attempt.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function ActionNotice({ trouble, onDismiss }: { trouble: ActionTrouble; onDismiss: () => void }) {
  return (
    <div role="alert" className="mx-auto w-full max-w-[47.5rem] px-3 pb-2 sm:px-6">
      <Notice
        tone="trouble"
        title={trouble.what}
        actions={
          <Button look="outline" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {trouble.because}
      </Notice>
    </div>
  )
}
