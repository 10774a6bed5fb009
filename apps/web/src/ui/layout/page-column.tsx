import type { ReactNode } from 'react'

/** The text of a page that is not a conversation: it scrolls on its own, in the same column. */
export function PageColumn({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-(--column) px-4 pt-4 pb-[max(3rem,env(safe-area-inset-bottom))] sm:px-6">
        {children}
      </div>
    </div>
  )
}
