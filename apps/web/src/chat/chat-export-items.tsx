import type { ChatView } from '@stet/api/client'
import { chatTitle } from '../chats/chat-title.ts'
import { basePath } from '../formats/base-path.ts'
import type { ChatStore } from '../state/chat-store.ts'
import { useServices } from '../state/services.ts'
import { MenuItem } from '../ui/overlays/menu.tsx'
import { chatMarkdown } from './chat-markdown.ts'
import { saveText, toFileName } from './messages/save-text.ts'

/** The whole chat to the clipboard or to a file (H9): Markdown of the shown branch, JSON of everything. */
export function ChatExportItems({ store, view }: { store: ChatStore; view: ChatView }) {
  const { announcer } = useServices()
  const title = chatTitle(view.chat)
  const isEmpty = view.path.length === 0

  async function markdown(): Promise<string> {
    await store.loadStart()
    const state = store.state()
    return chatMarkdown(title, state.kind === 'ready' ? state.view.path : view.path)
  }

  return (
    <>
      <MenuItem
        icon="copy"
        disabled={isEmpty}
        onClick={() => {
          // Given as a promise: the browser allows it only while it handles the click.
          const text = markdown().then(said => new Blob([said], { type: 'text/plain' }))
          navigator.clipboard
            .write([new ClipboardItem({ 'text/plain': text })])
            .then(() => announcer.say('Chat copied.'), reportError)
        }}
      >
        Copy chat as Markdown
      </MenuItem>
      <MenuItem
        icon="download"
        disabled={isEmpty}
        onClick={() => {
          markdown().then(text => saveText(`${toFileName(title)}.md`, text, 'text/markdown'), reportError)
        }}
      >
        Download as Markdown
      </MenuItem>
      <MenuItem
        icon="download"
        onClick={() => {
          const link = document.createElement('a')
          link.href = `${basePath}/api/chats/${view.chat.id}/dump`
          link.download = `${toFileName(title)}.json`
          link.click()
        }}
      >
        Download as JSON
      </MenuItem>
    </>
  )
}
