import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'

interface PageHeaderProps {
  title: string
  /** How the title is changed; absent where it cannot be. */
  rename?: Rename
  /** Whether the page says it itself. */
  quiet?: boolean
  /** Shown in small below the title. */
  below?: ReactNode
  /** What can be opened from here, at its end. */
  actions?: ReactNode
}

interface Rename {
  /** The field to type in; null while the title is not being changed. */
  readonly field: ReactNode | null
  readonly onStart: () => void
}

export function PageHeader({ title, rename, quiet = false, below, actions }: PageHeaderProps) {
  const openDrawer = useDrawer()
  const navigate = useNavigate()
  return (
    <header className="group flex min-h-14 shrink-0 items-center gap-1 px-2 pt-[env(safe-area-inset-top)] desk:px-6">
      <IconButton label="Chats" icon="menu" className="desk:hidden" onClick={openDrawer} />
      {rename?.field ?? (
        <div className={classNames('min-w-0 px-1', quiet && 'sr-only')}>
          <h1 className="text-ui font-medium" onDoubleClick={rename?.onStart}>
            {/* Cut where its own direction ends, or a title from right to left would lose its beginning. */}
            <bdi title={title} className="block truncate">
              {title}
            </bdi>
          </h1>
          {below}
        </div>
      )}
      {rename?.field === null && (
        // A phone has no room for it: the title has that, and the chat's menu renames too.
        <IconButton
          label="Rename this chat"
          icon="pencil"
          className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 coarse:hidden"
          onClick={rename.onStart}
        />
      )}
      <span className="flex-1" />
      {actions}
      {/* On the smallest phones the title and its figures need the place: the drawer begins with the same. */}
      <IconButton
        label="New chat"
        icon="plus"
        className="max-[22.5rem]:hidden desk:hidden"
        onClick={() => navigate({ to: '/' })}
      />
    </header>
  )
}

const DrawerContext = createContext<() => void>(() => {
  throw new Error('there is no drawer to open here')
})

export const DrawerProvider = DrawerContext.Provider

/** Opens the list of chats where it is a drawer. */
function useDrawer(): () => void {
  return useContext(DrawerContext)
}
