import type { ReactNode } from 'react'

export function FloatingNotice({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 rounded border border-line bg-raised py-1.5 pr-2 pl-3 text-ink-soft shadow-float">
      <span className="mr-1 flex min-w-0 items-center gap-3">{text}</span>
      {/* Together: a button that wraps alone looks like another answer. */}
      {children && <span className="ml-auto flex gap-2">{children}</span>}
    </div>
  )
}
