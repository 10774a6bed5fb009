import type { Chat, ContextSettings } from '@stet/api/client'
import { useServices } from '../state/services.ts'
import { readForm, type SettingsForm, toForm } from './settings-form.ts'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'

/** How a chat's view is set, while it is being changed. */
export type SettingsDraft = FormDraft<SettingsForm, ContextSettings>

export function useSettingsDraft(chat: Chat): SettingsDraft {
  const { client, newKey } = useServices()
  return useFormDraft({
    current: chat.settings.context,
    toForm,
    read: readForm,
    keep: context => client.changeContext(chat.id, { context, key: newKey() }),
  })
}
