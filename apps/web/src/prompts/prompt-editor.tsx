import {
  ApiError,
  fillTemplate,
  LONGEST_PROMPT,
  PROMPT_VARIABLES,
  type PromptValues,
  templateErrors,
} from '@stet/api/client'
import { type ReactNode, useEffect, useState } from 'react'
import { useTextDraft } from '../state/use-text-draft.ts'
import { Button } from '../ui/controls/button.tsx'
import { PromptMenu } from './prompt-menu.tsx'
import { TemplateField } from './template-field.tsx'

interface PromptEditorProps {
  /** What a draft of it is kept under. */
  name: string
  saved: string
  /** What its variables mean; null until it is known. */
  values: PromptValues | null
  /** Rejects when it was not saved. */
  onSave: (text: string) => Promise<unknown>
  /** What is sent now, where that is shown beside it. */
  sent?: string | undefined
  /** When a saved change has an effect. */
  applies: string
  /** What the text that is not saved changes in the next request. */
  effect?: (text: string) => ReactNode
  /** What is typed, saved or not. */
  onText?: (text: string) => void
}

/** A system prompt with its variables, a preview of what the model reads, and what is not saved yet. */
export function PromptEditor({ name, saved, values, sent, onSave, applies, effect, onText }: PromptEditorProps) {
  const { typed, isChanged, change, revert, forget } = useTextDraft(name, saved)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => onText?.(typed), [typed, onText])
  const isValid = templateErrors(typed, PROMPT_VARIABLES).length === 0
  const preview = typed.includes('{{') && isValid && values !== null ? fillTemplate(typed, values) : null

  async function save(): Promise<void> {
    setSaving(true)
    setTrouble(null)
    try {
      await onSave(typed)
      forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setTrouble(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <div>
      <TemplateField
        label="System prompt"
        text={typed}
        variables={PROMPT_VARIABLES}
        longest={LONGEST_PROMPT}
        placeholder="How the model should answer. Leave empty for no system prompt."
        actions={<PromptMenu text={typed} onUse={change} />}
        onChange={change}
      />
      {isChanged && (
        // The buttons are beside the heading alone: what follows it has the whole width.
        <div className="mt-2 grid grid-cols-[1fr_auto] items-center gap-x-2">
          <div role="status" className="contents">
            <p className="font-medium">Unsaved changes</p>
            <p className="col-span-2 text-small text-ink-soft">{applies}</p>
            {isValid && effect && <p className="col-span-2 text-small text-ink-soft">{effect(typed)}</p>}
          </div>
          <div className="col-start-2 row-start-1 flex gap-2">
            <Button onClick={revert}>Revert</Button>
            <Button look="primary" disabled={!isValid || saving} aria-busy={saving} onClick={() => void save()}>
              Save
            </Button>
          </div>
        </div>
      )}
      {trouble !== null && (
        <p role="alert" className="mt-2 text-red">
          {trouble} Nothing was changed, and your text is still here.
        </p>
      )}
      {preview !== null && preview !== sent && (
        <section aria-label="Preview" className="mt-3">
          <h3 className="text-small font-medium text-ink-faint">Preview</h3>
          <p dir="auto" className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere text-ink-soft">
            {preview}
          </p>
        </section>
      )}
    </div>
  )
}
