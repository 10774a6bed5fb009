import type { TypedSlash } from '@stet/api/client'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { useAttempt } from '../../state/use-attempt.ts'
import { setUpCodingAgent } from '../../tools/coding-agent.ts'

/** Runs the commands that are typed before a chat exists (T11). Exposing a directory makes the chat. */
export function useNewChatSlash() {
  const { client, live, newKey } = useServices()
  const navigate = useNavigate()
  const { trouble, attempt, fail, dismiss } = useAttempt()
  const [dialog, setDialog] = useState<'help' | 'expose' | null>(null)

  /** If the directory cannot be exposed, the chat is removed again. */
  async function expose(path: string, asAgent: boolean): Promise<void> {
    const { id } = await client.createChat({ key: newKey() })
    try {
      await client.expose(id, { path, key: newKey() })
      if (asAgent) await setUpCodingAgent(client, id, newKey)
    } catch (error) {
      await client.deleteChat(id, { key: newKey() })
      throw error
    }
    await live.prepare(id)
    await navigate({ to: '/chats/$chatId', params: { chatId: id } })
  }

  async function run({ name, argument }: TypedSlash): Promise<boolean> {
    dismiss()
    if (name === 'expose' && argument !== '') return attempt('Could not expose the directory', expose(argument, false))
    if (name === 'help' || name === 'expose') {
      setDialog(name)
      return true
    }
    fail({ what: `/${name} needs a chat`, because: 'Send a message first.' })
    return false
  }

  return { run, expose, dialog, openPicker: () => setDialog('expose'), close: () => setDialog(null), trouble, dismiss }
}
