import type { ChatView } from '@stet/api/client'
import { chatTitle } from '../chats/chat-title.ts'
import { basePath } from '../formats/base-path.ts'
import type { ChatStore } from '../state/chat-store.ts'
import { useServices } from '../state/services.ts'
import type { IconName } from '../ui/graphics/icon.tsx'
import { chatMarkdown } from './chat-markdown.ts'
import { saveText, toFileName } from './messages/save-text.ts'

interface ChatExport {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  readonly disabled: boolean
  readonly run: () => void
}

/** The whole chat to the clipboard or to a file (H9): Markdown of the shown branch, JSON of everything. */
export function useChatExports(store: ChatStore, view: ChatView): readonly ChatExport[] {
  const { announcer } = useServices()
  const title = chatTitle(view.chat)
  const isEmpty = view.path.length === 0

  async function markdown(): Promise<string> {
    return chatMarkdown(title, await store.readWhole())
  }

  return [
    {
      key: 'copy-markdown',
      label: 'Copy chat as Markdown',
      icon: 'copy',
      disabled: isEmpty,
      run() {
        // Given as a promise: the browser allows it only while it handles the click.
        const text = markdown().then(said => new Blob([said], { type: 'text/plain' }))
        navigator.clipboard
          .write([new ClipboardItem({ 'text/plain': text })])
          .then(() => announcer.say('Chat copied.'), reportError)
      },
    },
    {
      key: 'download-markdown',
      label: 'Download as Markdown',
      icon: 'download',
      disabled: isEmpty,
      run() {
        markdown().then(text => saveText(`${toFileName(title)}.md`, text, 'text/markdown'), reportError)
      },
    },
    {
      key: 'download-json',
      label: 'Download as JSON',
      icon: 'download',
      disabled: false,
      run() {
        const link = document.createElement('a')
        link.href = `${basePath}/api/chats/${view.chat.id}/dump`
        link.download = `${toFileName(title)}.json`
        link.click()
      },
    },
  ]
}
