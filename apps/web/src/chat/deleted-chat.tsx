import type { Chat } from '@stet/api/client'
import { useEffect, useState } from 'react'
import { chatTitle } from '../chats/chat-title.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'

const UNDO_MS = 10_000

/** In place of a chat that was deleted, here or on another device, while that can be undone and after. */
export function DeletedChat({ chat }: { chat: Chat }) {
  const { client, newKey } = useServices()
  const { trouble, attempt } = useAttempt()
  const [late, setLate] = useState(false)

  useEffect(() => {
    document.title = 'Chat deleted'
    const timer = setTimeout(() => setLate(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <PageHeader title="Chat deleted" />
      <div className="mx-auto w-full max-w-(--column) flex-1 px-7 pt-12 sm:px-10">
        <p className="max-w-[60ch] text-read text-ink-soft">
          “<bdi>{chatTitle(chat)}</bdi>” and everything in it is being deleted. What it cost stays on record.
        </p>
        {trouble && (
          <p role="alert" className="mt-3 text-red">
            {trouble.what}. {trouble.because}
          </p>
        )}
        <div className="mt-6 flex gap-3">
          {!late && (
            <Button
              look="primary"
              icon="undo"
              onClick={() => attempt('Could not restore', client.restoreChat(chat.id, { key: newKey() }))}
            >
              Restore chat
            </Button>
          )}
          <ButtonLink to="/">New chat</ButtonLink>
        </div>
      </div>
    </>
  )
}
