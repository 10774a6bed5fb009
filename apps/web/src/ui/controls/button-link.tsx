import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../graphics/icon.tsx'

interface ButtonLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  look?: 'outline' | 'primary'
  icon?: IconName
  children: ReactNode
}

/** A way to another page that looks like something to press. */
export function ButtonLink({ look = 'outline', icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link
      {...link}
      className={classNames(
        'inline-flex h-8 shrink-0 items-center gap-2 rounded px-3 font-medium transition-colors duration-150 coarse:h-10',
        look === 'primary'
          ? 'border border-transparent bg-accent text-on-accent hover:opacity-90'
          : 'border border-line-strong bg-raised hover:bg-wash',
      )}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
