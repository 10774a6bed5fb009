import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

export function PageSkeleton() {
  return (
    <>
      <PageHeader title="" />
      <PageColumn>
        <Skeleton label="Loading" />
      </PageColumn>
    </>
  )
}

/** Shown when a page cannot be drawn at all. */
export function PageTrouble({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="m-auto max-w-[60ch] p-8">
      <h1 className="text-lead font-semibold">This page failed to load</h1>
      <p className="mt-2 text-read text-ink-soft">
        Your chats are safe on the server. ({error instanceof Error ? error.message : String(error)})
      </p>
      <div className="mt-6 flex gap-3">
        <Button look="primary" icon="retry" onClick={reset}>
          Try again
        </Button>
        <Button look="outline" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}

const TITLE = 'Page not found'

export function NotFound() {
  useEffect(() => {
    document.title = TITLE
  }, [])
  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn>
        <p className="max-w-[60ch] text-read text-ink-soft">
          Nothing exists at this address. Your chats are in the sidebar.
        </p>
        <div className="mt-6 flex">
          <ButtonLink to="/">New chat</ButtonLink>
        </div>
      </PageColumn>
    </>
  )
}
