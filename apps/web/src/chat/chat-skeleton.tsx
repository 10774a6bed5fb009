import { PageHeader } from '../ui/layout/page-header.tsx'

export function ChatSkeleton() {
  return (
    <>
      <PageHeader title="" />
      <div aria-hidden="true" className="appear-late mx-auto w-full max-w-(--column) flex-1 space-y-4 px-10 pt-8">
        {[38, 92, 84, 88, 46].map(width => (
          <div key={width} className="h-3.5 rounded bg-wash" style={{ width: `${width}%` }} />
        ))}
      </div>
      <p role="status" className="sr-only">
        Loading chat
      </p>
    </>
  )
}
