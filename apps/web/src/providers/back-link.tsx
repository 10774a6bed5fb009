import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/graphics/icon.tsx'

export function BackLink() {
  return (
    <Link
      to="/providers"
      // It leads away from here: a page below the list is not the list.
      activeOptions={{ exact: true }}
      className="mb-4 -ml-1 inline-flex h-8 items-center gap-1 rounded px-1 text-ink-soft hover:text-ink coarse:h-11"
    >
      <Icon name="chevron-left" size={14} />
      All providers
    </Link>
  )
}
