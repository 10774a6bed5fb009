import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'

/** What is left to say when a page cannot be drawn at all. */
export function PageTrouble({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="m-auto max-w-[60ch] p-8">
      <h1 className="text-lead font-semibold">This page cannot be drawn.</h1>
      <p className="mt-2 text-read text-ink-soft">
        Your chats are safe: they are kept by the server, and nothing here was sent. (
        {error instanceof Error ? error.message : String(error)})
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
