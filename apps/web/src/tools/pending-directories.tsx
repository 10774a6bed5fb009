import type { ChatView } from '@stet/api/client'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'

interface PendingDirectoriesProps {
  change: NonNullable<ChatView['pendingEnvironment']>
  onTools: () => void
}

/** What the model learns about directories with the next message (H8). */
export function PendingDirectories({ change: { added, removed }, onTools }: PendingDirectoriesProps) {
  return (
    <section
      aria-label="Changed directories"
      className="mx-auto flex w-full max-w-(--column) items-start gap-2 px-4 pb-2 text-small text-ink-soft sm:px-7"
    >
      <span className="mt-0.5 text-ink-faint">
        <Icon name="folder" size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <ul>
          {added.map(path => (
            <Line key={path} words="Directory added" path={path} />
          ))}
          {removed.map(path => (
            <Line key={path} words="Directory removed" path={path} />
          ))}
        </ul>
        <p className="text-ink-faint">The model learns of this with your next message.</p>
      </div>
      <Button onClick={onTools}>Tools</Button>
    </section>
  )
}

function Line({ words, path }: { words: string; path: string }) {
  return (
    <li>
      {words}:{' '}
      <bdi className="font-mono wrap-anywhere">
        <Revealed text={path} />
      </bdi>
    </li>
  )
}
