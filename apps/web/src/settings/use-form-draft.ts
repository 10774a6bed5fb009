import { ApiError } from '@stet/api/client'
import { useEffect, useMemo, useState } from 'react'
import { type Read, sameForm } from './same-form.ts'

/** Settings that are being changed in a form and are not kept yet. */
export interface FormDraft<Form, Settings> {
  readonly form: Form
  readonly errors: ReadonlyMap<string, string>
  readonly isChanged: boolean
  /** What they would be; null where nothing is changed or something is invalid. */
  readonly changed: Settings | null
  readonly saving: boolean
  readonly trouble: ApiError | null
  change(part: Partial<Form>): void
  revert(): void
  save(): void
}

interface FormDraftOptions<Form, Settings> {
  /** As they are kept now. */
  readonly current: Settings
  readonly toForm: (settings: Settings) => Form
  readonly read: (form: Form) => Read<Settings>
  readonly keep: (settings: Settings) => Promise<void>
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** `toForm` and `read` are the same functions at every drawing. */
export function useFormDraft<Form, Settings>({
  current,
  toForm,
  read,
  keep,
}: FormDraftOptions<Form, Settings>): FormDraft<Form, Settings> {
  const [saved, setSaved] = useState(current)
  const [edited, setEdited] = useState<Form | null>(null)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<ApiError | null>(null)

  useEffect(() => setSaved(current), [current])

  const kept = useMemo(() => toForm(saved), [toForm, saved])
  const form = edited ?? kept
  const isChanged = edited !== null && !sameForm(edited, kept, read)
  const result = useMemo(() => read(form), [read, form])
  const changed = isChanged && result.kind === 'valid' ? result.settings : null

  async function save(settings: Settings): Promise<void> {
    setSaving(true)
    setTrouble(null)
    try {
      await keep(settings)
      setSaved(settings)
      setEdited(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setTrouble(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    errors: result.kind === 'invalid' ? result.errors : noErrors,
    isChanged,
    changed,
    saving,
    trouble,
    change(part) {
      setTrouble(null)
      setEdited({ ...form, ...part })
    },
    revert() {
      setTrouble(null)
      setEdited(null)
    },
    save() {
      if (changed !== null && !saving) void save(changed)
    },
  }
}
