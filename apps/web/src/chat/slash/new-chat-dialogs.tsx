import { DirectoryPicker } from '../../tools/directory-picker.tsx'
import { HelpDialog } from './slash-dialogs.tsx'
import type { useNewChatSlash } from './use-new-chat-slash.ts'

/** What commands open before a chat exists. */
export function NewChatDialogs({ slash: { dialog, expose, close } }: { slash: ReturnType<typeof useNewChatSlash> }) {
  switch (dialog) {
    case 'help':
      return <HelpDialog onClose={close} />
    case 'expose':
      return <DirectoryPicker roots={[]} offersAgent expose={expose} onClose={close} />
    case null:
      return null
  }
}
