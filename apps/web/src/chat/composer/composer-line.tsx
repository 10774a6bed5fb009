import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** What becomes of the message that is being written, above it. */
export function ComposerLine({ icon, action, children }: { icon: IconName; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4 text-small text-ink-soft">
      <Icon name={icon} size={14} />
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  )
}
