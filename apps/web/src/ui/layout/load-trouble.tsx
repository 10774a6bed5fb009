import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from './notice.tsx'

interface LoadTroubleProps {
  title: string
  onRetry: () => void
  className?: string | undefined
  /** Why, and what is safe. */
  children: ReactNode
}

/** Something could not be loaded: why, and a button to try again. */
export function LoadTrouble({ title, onRetry, className, children }: LoadTroubleProps) {
  return (
    <div role="alert" className={className}>
      <Notice
        tone="trouble"
        title={title}
        actions={
          <Button look="outline" icon="retry" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
