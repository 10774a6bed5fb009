import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A way to another page that looks like something to press. */
export function ButtonLink({ to, children }: { to: '/'; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex h-8 items-center rounded border border-line-strong bg-raised px-3 font-medium transition-colors duration-150 hover:bg-wash coarse:h-10"
    >
      {children}
    </Link>
  )
}
