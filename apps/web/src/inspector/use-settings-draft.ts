import { ApiError, type Chat, type ContextSettings } from '@stet/api/client'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '../app/services.ts'
import { readForm, type SettingsForm, sameForm, toForm } from './settings-form.ts'

/** Settings that are being changed and are not the chat's yet. */
export interface SettingsDraft {
  readonly form: SettingsForm
  readonly errors: ReadonlyMap<string, string>
  readonly isChanged: boolean
  /** What they would be; null where nothing is changed or something is invalid. */
  readonly changed: ContextSettings | null
  readonly saving: boolean
  readonly trouble: ApiError | null
  change(part: Partial<SettingsForm>): void
  revert(): void
  save(): void
}

const noErrors: ReadonlyMap<string, string> = new Map()

export function useSettingsDraft(chat: Chat): SettingsDraft {
  const { client, newKey } = useServices()
  const [saved, setSaved] = useState(chat.settings.context)
  const [edited, setEdited] = useState<SettingsForm | null>(null)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<ApiError | null>(null)

  useEffect(() => setSaved(chat.settings.context), [chat.settings.context])

  const kept = useMemo(() => toForm(saved), [saved])
  const form = edited ?? kept
  const isChanged = edited !== null && !sameForm(edited, kept)
  const read = useMemo(() => readForm(form), [form])
  const changed = isChanged && read.kind === 'valid' ? read.settings : null

  async function save(context: ContextSettings): Promise<void> {
    setSaving(true)
    setTrouble(null)
    try {
      await client.changeContext(chat.id, { context, key: newKey() })
      setSaved(context)
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
    errors: read.kind === 'invalid' ? read.errors : noErrors,
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
