import { type Answering, type AnswerSettings, ApiError, type Chat } from '@stet/api/client'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '../app/services.ts'
import { useAnswering } from '../models/chat-model.tsx'
import { type AnswerForm, readAnswerForm, toAnswerForm } from './answer-form.ts'

/** How a chat is answered, while it is being changed. */
export interface AnswerDraft {
  readonly form: AnswerForm
  readonly errors: ReadonlyMap<string, string>
  readonly isChanged: boolean
  readonly saving: boolean
  readonly trouble: ApiError | null
  /** What is known of the model, and which of the saved settings it cannot take; null until it is known. */
  readonly answering: Answering | null
  change(part: Partial<AnswerForm>): void
  revert(): void
  save(): void
}

const noErrors: ReadonlyMap<string, string> = new Map()

export function useAnswerDraft(chat: Chat): AnswerDraft {
  const { client, newKey } = useServices()
  const [saved, setSaved] = useState(chat.settings.answer)
  const [edited, setEdited] = useState<AnswerForm | null>(null)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<ApiError | null>(null)
  const answering = useAnswering(chat)

  useEffect(() => setSaved(chat.settings.answer), [chat.settings.answer])

  const kept = useMemo(() => toAnswerForm(saved), [saved])
  const form = edited ?? kept
  const read = useMemo(() => readAnswerForm(form), [form])
  const isChanged = edited !== null && JSON.stringify(edited) !== JSON.stringify(kept)

  async function save(answer: AnswerSettings): Promise<void> {
    setSaving(true)
    setTrouble(null)
    try {
      await client.changeAnswerSettings(chat.id, { answer, key: newKey() })
      setSaved(answer)
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
    saving,
    trouble,
    answering,
    change(part) {
      setTrouble(null)
      setEdited({ ...form, ...part })
    },
    revert() {
      setTrouble(null)
      setEdited(null)
    },
    save() {
      if (isChanged && read.kind === 'valid' && !saving) void save(read.settings)
    },
  }
}
