import type { ApiError } from '@stet/api/client'
import { useEffect } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'

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
      <div className="mx-auto w-full max-w-(--column) flex-1 px-7 pt-12 sm:px-10">
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
      title: 'Chat not found',
      text: 'It may have been deleted. Your other chats are in the sidebar.',
    }
  }
  if (error.code === 'chat-unreadable') {
    return {
      title: 'This chat cannot be read',
      text: `${error.message} Nothing was changed, and your other chats are fine.`,
    }
  }
  return {
    title: 'Could not load this chat',
    text: `${error.message} It will load once you are back online.`,
  }
}
