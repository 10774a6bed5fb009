import { useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { SummaryScope, SummaryWish } from './use-compactions.ts'

interface SummariseDialogProps {
  scope: SummaryScope
  make: (wish: SummaryWish) => void
  onClose: () => void
}

const LONGEST = 4000

/** What the user asks of one summary, and whether to read it before it is used (X2). */
export function SummariseDialog({ scope, make, onClose }: SummariseDialogProps) {
  const [instruction, setInstruction] = useState('')
  const [preview, setPreview] = useState(true)
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={titles[scope.kind]} description={words[scope.kind]}>
      <form
        onSubmit={event => {
          event.preventDefault()
          make({ scope, form: scope.form ?? 'prose', instruction, preview })
          onClose()
        }}
      >
        <label className="block">
          <span className="font-medium">What to keep (optional)</span>
          <textarea
            value={instruction}
            rows={3}
            maxLength={LONGEST}
            placeholder="For example: keep the SQL and the table names."
            onChange={event => setInstruction(event.target.value)}
            className="mt-1.5 w-full resize-y rounded border border-line-strong bg-paper p-3 text-read"
          />
        </label>
        <label
          htmlFor="summary-preview"
          className="mt-3 flex min-h-8 cursor-pointer items-center gap-3 coarse:min-h-10"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">Preview first</span>
            <span className="block text-small text-ink-soft">
              The summary is saved, and used only once you accept it.
            </span>
          </span>
          <Switch id="summary-preview" checked={preview} onChange={setPreview} />
        </label>
        <div className="mt-5 flex justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" icon="fold">
            {preview ? 'Write a preview' : 'Summarise'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const titles = {
  whole: 'Summarise conversation',
  above: 'Summarise above here',
  again: 'Summarise again',
} as const

const words = {
  whole: 'Models read the summary in place of the messages. The messages stay as they are.',
  above: 'Models read the summary in place of everything above this message. The messages stay as they are.',
  again: 'The same messages are summarised once more. The summary before is kept, and you can go back to it.',
} as const
