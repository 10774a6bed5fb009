import { ApiError, type Client, type ModelChoice, type WorkspaceId } from '@stet/api/client'
import { useNavigate } from '@tanstack/react-router'
import { useServices } from '../state/services.ts'

interface FirstMessage {
  readonly text: string
  /** The same one given again, because no answer came, acts once. */
  readonly key: string
  readonly attachments: { blob: string; name: string }[]
  /** Null for the model that new chats start with. */
  readonly model?: ModelChoice | null
}

/** Makes a chat with its first message, and opens it. A message that is refused leaves no chat behind. */
export function useStartChat(workspaceId?: WorkspaceId): (message: FirstMessage) => Promise<void> {
  const { client, live } = useServices()
  const navigate = useNavigate()
  return async ({ text, key, attachments, model = null }) => {
    const { id: chatId } = await client.createChat({ ...(workspaceId && { workspaceId }), key: `${key}-chat` })
    try {
      if (model !== null) await client.changeModel(chatId, { ...model, key: `${key}-model` })
      await client.send(chatId, { text, parentId: null, key, attachments })
    } catch (error) {
      if (error instanceof ApiError && !error.retryable) await deleteEmpty(client, chatId, key)
      throw error
    }
    // Loaded before it is shown: the page would be blank in between.
    await live.prepare(chatId)
    await navigate({ to: '/chats/$chatId', params: { chatId } })
  }
}

/** An earlier try may have reached the server although its answer was lost. */
async function deleteEmpty(client: Client, chatId: Parameters<Client['chat']>[0], key: string): Promise<void> {
  const { path } = await client.chat(chatId)
  if (path.length === 0) await client.deleteChat(chatId, { key: `${key}-refused` })
}
