import { useEffect } from 'react'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const TITLE = 'Nothing here'

export function NotFound() {
  useEffect(() => {
    document.title = TITLE
  }, [])
  return (
    <>
      <PageHeader title={TITLE} />
      <div className="mx-auto w-full max-w-[47.5rem] flex-1 px-7 pt-12 sm:px-10">
        <p className="max-w-[60ch] text-read text-ink-soft">
          There is nothing at this address. It may be incomplete. Your chats are in the list.
        </p>
        <div className="mt-6 flex">
          <ButtonLink to="/">New chat</ButtonLink>
        </div>
      </div>
    </>
  )
}
