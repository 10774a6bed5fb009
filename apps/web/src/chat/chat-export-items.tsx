import type { ChatView } from '@stet/api/client'
import type { ChatStore } from '../state/chat-store.ts'
import { MenuItem } from '../ui/overlays/menu.tsx'
import { useChatExports } from './use-chat-exports.ts'

export function ChatExportItems({ store, view }: { store: ChatStore; view: ChatView }) {
  return useChatExports(store, view).map(({ key, label, icon, disabled, run }) => (
    <MenuItem key={key} icon={icon} disabled={disabled} onClick={run}>
      {label}
    </MenuItem>
  ))
}
