import { Kbd } from './kbd.tsx'
import type { Shortcut } from './shortcuts.ts'

export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl>
      {shortcuts.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-4 border-b border-line py-2.5 last:border-0">
          <dt>{does}</dt>
          <dd>
            <Kbd keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
