import {
  type Answering,
  ApiError,
  answerSettings,
  type Chat,
  contextSettings,
  type Settings,
  type SettingsOf,
} from '@stet/api/client'
import { useEffect, useMemo, useState } from 'react'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { readForm, type SettingsForm, sameForm, toForm } from './settings-form.ts'

/** Settings that are being changed in a form and are not saved yet. */
export interface SettingsDraft<Declared extends Settings> {
  readonly form: SettingsForm
  readonly errors: ReadonlyMap<string, string>
  readonly isChanged: boolean
  /** What they would be; null where nothing is changed or something is invalid. */
  readonly changed: SettingsOf<Declared> | null
  readonly saving: boolean
  readonly trouble: ApiError | null
  change(part: SettingsForm): void
  revert(): void
  save(): void
}

export type ContextDraft = SettingsDraft<typeof contextSettings>

export interface AnswerDraft extends SettingsDraft<typeof answerSettings> {
  /** What is known of the model, and which of the saved settings it cannot take; null until it is known. */
  readonly answering: Pick<Answering, 'facts' | 'because' | 'notApplied' | 'prices' | 'choice'> | null
}

export function useContextDraft(chat: Chat): ContextDraft {
  const { client, newKey } = useServices()
  return useSettingsDraft(contextSettings, chat.settings.context, context =>
    client.changeContext(chat.id, { context, key: newKey() }),
  )
}

export function useAnswerDraft(chat: Chat): AnswerDraft {
  const { client, newKey } = useServices()
  const draft = useSettingsDraft(answerSettings, chat.settings.answer, answer =>
    client.changeAnswerSettings(chat.id, { answer, key: newKey() }),
  )
  return { ...draft, answering: useAnswering(chat) }
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** A form over settings that are stored elsewhere. */
export function useSettingsDraft<Declared extends Settings>(
  declared: Declared,
  current: SettingsOf<Declared>,
  store: (settings: SettingsOf<Declared>) => Promise<unknown>,
): SettingsDraft<Declared> {
  const [saved, setSaved] = useState(current)
  const [edited, setEdited] = useState<SettingsForm | null>(null)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<ApiError | null>(null)

  useEffect(() => setSaved(current), [current])

  const savedForm = useMemo(() => toForm(declared, saved), [declared, saved])
  const form = edited ?? savedForm
  const isChanged = edited !== null && !sameForm(declared, edited, savedForm)
  const result = useMemo(() => readForm(declared, form), [declared, form])
  const changed = isChanged && result.kind === 'valid' ? result.settings : null

  async function save(settings: SettingsOf<Declared>): Promise<void> {
    setSaving(true)
    setTrouble(null)
    try {
      await store(settings)
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
