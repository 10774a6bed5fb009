import { type Chat, wordingSettings } from '@stet/api/client'
import { useServices } from '../state/services.ts'
import { DraftBar } from './draft-bar.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'
import { canSaveWording, WordingView } from './wording-view.tsx'

/** How the messages of a chat are sent, and what is asked for its title and summaries. */
export function ChatWording({ chat }: { chat: Chat }) {
  const { client, newKey } = useServices()
  const draft = useSettingsDraft(wordingSettings, chat.settings.wording, wording =>
    client.changeWording(chat.id, { wording, key: newKey() }),
  )
  return (
    <>
      <WordingView draft={draft} />
      {draft.isChanged && (
        <DraftBar draft={draft} canSave={canSaveWording(draft.changed)}>
          Applies from your next message
        </DraftBar>
      )}
    </>
  )
}
