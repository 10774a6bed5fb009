import type { ApiError } from '@stet/api/client'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface ChatTroubleProps {
  error: ApiError
  onRetry: () => void
}

export function ChatTrouble({ error, onRetry }: ChatTroubleProps) {
  const { title, text } = wordsFor(error)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <PageHeader title={title} />
      <div className="mx-auto w-full max-w-[47.5rem] flex-1 px-7 pt-12 sm:px-10">
        <p className="max-w-[60ch] text-read text-ink-soft">{text}</p>
        <div className="mt-6 flex gap-3">
          {error.retryable && (
            <Button look="primary" icon="retry" onClick={onRetry}>
              Try again
            </Button>
          )}
          <ButtonLink to="/">New chat</ButtonLink>
        </div>
      </div>
    </>
  )
}

function wordsFor(error: ApiError): { title: string; text: string } {
  if (error.status === 404) {
    return {
      title: 'No such chat',
      text: 'There is no chat at this address. It may have been deleted, or the address is incomplete. Your other chats are in the list.',
    }
  }
  if (error.code === 'chat-unreadable') {
    return {
      title: 'This chat cannot be read',
      text: `${error.message} Nothing of it was changed, and your other chats are not touched by it.`,
    }
  }
  return {
    title: 'This chat could not be loaded',
    text: `${error.message} Nothing is lost: it is loaded as soon as the connection is back.`,
  }
}
