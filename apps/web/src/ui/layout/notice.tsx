import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'

interface NoticeProps {
  tone?: 'quiet' | 'trouble'
  title: string
  children?: ReactNode
  actions?: ReactNode
  className?: string | undefined
}

/** What happened, what is safe, what to do. */
export function Notice({ tone = 'quiet', title, children, actions, className }: NoticeProps) {
  const trouble = tone === 'trouble'
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded border px-3 py-2.5 text-ui',
        trouble ? 'border-red/30 bg-red-wash' : 'border-line bg-desk',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-48 gap-3 sm:basis-96">
        <span className={classNames('mt-0.5', trouble ? 'text-red' : 'text-ink-faint')}>
          <Icon name="warning" />
        </span>
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium text-ink">{title}</p>
          {children && <div className="text-ink-soft">{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>}
    </div>
  )
}
