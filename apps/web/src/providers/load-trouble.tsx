import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'

interface LoadTroubleProps {
  title: string
  because: string
  onRetry: () => void
}

/** What a page of providers says when it could not be filled. */
export function LoadTrouble({ title, because, onRetry }: LoadTroubleProps) {
  return (
    <div role="alert">
      <Notice
        tone="trouble"
        title={title}
        actions={
          <Button look="outline" icon="retry" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {because} Nothing was changed.
      </Notice>
    </div>
  )
}
