import type { Answering, AnswerSettings, Chat } from '@stet/api/client'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { type AnswerForm, readAnswerForm, toAnswerForm } from './answer-form.ts'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'

/** How a chat is answered, while it is being changed. */
export interface AnswerDraft extends FormDraft<AnswerForm, AnswerSettings> {
  /** What is known of the model, and which of the saved settings it cannot take; null until it is known. */
  readonly answering: Answering | null
}

export function useAnswerDraft(chat: Chat): AnswerDraft {
  const { client, newKey } = useServices()
  const draft = useFormDraft({
    current: chat.settings.answer,
    toForm: toAnswerForm,
    read: readAnswerForm,
    keep: answer => client.changeAnswerSettings(chat.id, { answer, key: newKey() }),
  })
  return { ...draft, answering: useAnswering(chat) }
}
