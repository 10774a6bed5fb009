import { type Chat, type SettingsOf, wordingSettings } from '@stet/api/client'
import type { ReactNode } from 'react'
import { useServices } from '../state/services.ts'
import { DraftBar } from './draft-bar.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'
import { canSaveWording, WordingView } from './wording-view.tsx'

interface ChatWordingProps {
  chat: Chat
  /** What a wording that is not saved changes in the next request. */
  effect: (wording: SettingsOf<typeof wordingSettings>) => ReactNode
}

/** How the messages of a chat are sent, and what is asked for its title and summaries. */
export function ChatWording({ chat, effect }: ChatWordingProps) {
  const { client, newKey } = useServices()
  const draft = useSettingsDraft(wordingSettings, chat.settings.wording, wording =>
    client.changeWording(chat.id, { wording, key: newKey() }),
  )
  return (
    <>
      <WordingView draft={draft} />
      {draft.isChanged && (
        <DraftBar draft={draft} canSave={canSaveWording(draft.changed)}>
          Applies from your next message. {draft.changed && canSaveWording(draft.changed) && effect(draft.changed)}
        </DraftBar>
      )}
    </>
  )
}
