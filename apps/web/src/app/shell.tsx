import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ChatMovesProvider } from '../chats/chat-moves.tsx'
import { MoveNotice } from '../chats/move-notice.tsx'
import { useServices } from '../state/services.ts'
import { useIsDesk } from '../ui/hooks/use-is-desk.ts'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import { DrawerProvider } from '../ui/layout/page-header.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { Sidebar } from './sidebar.tsx'

// What floats is not needed to read: it is fetched when it is first opened.
const Drawer = lazy(async () => ({ default: (await import('../ui/overlays/dialog.tsx')).Drawer }))
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

export function Shell() {
  const navigate = useNavigate()
  const isDesk = useIsDesk()
  const [drawer, setDrawer] = useState(false)
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never')
  useShortcut(shortcuts.palette, () => setPalette(palette === 'open' ? 'closed' : 'open'))
  useShortcut(shortcuts.help, () => setHelp('open'))
  useShortcut(shortcuts.newChat, () => {
    setDrawer(false)
    void navigate({ to: '/' })
  })

  useShortcut(shortcuts.search, () => {
    setDrawer(false)
    void navigate({ to: '/search', search: { text: '' } })
  })

  const sidebar = (
    <Sidebar
      onChosen={() => setDrawer(false)}
      onShowShortcuts={() => {
        setDrawer(false)
        setHelp('open')
      }}
    />
  )

  return (
    <ChatMovesProvider>
      <DrawerProvider value={() => setDrawer(true)}>
        <div className="flex h-full">
          <a
            href="#main"
            className="sr-only z-50 rounded bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
          >
            Skip to conversation
          </a>
          {isDesk && (
            <aside aria-label="Sidebar" className="w-70 shrink-0 border-r border-line bg-desk">
              {sidebar}
            </aside>
          )}
          <main id="main" tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col outline-none">
            <ReadOnlyNotice />
            <ConnectionNotice />
            <Outlet />
            {!(isDesk || drawer) && (
              <div className="absolute inset-x-0 bottom-0 z-20">
                <MoveNotice />
              </div>
            )}
          </main>
          <Suspense>
            {!isDesk && (
              <Drawer open={drawer} onOpenChange={setDrawer} title="Chats">
                {sidebar}
              </Drawer>
            )}
            {palette !== 'never' && (
              <CommandPalette
                open={palette === 'open'}
                onOpenChange={open => setPalette(open ? 'open' : 'closed')}
                onShowShortcuts={() => setHelp('open')}
              />
            )}
            {help !== 'never' && (
              <ShortcutsDialog open={help === 'open'} onOpenChange={open => setHelp(open ? 'open' : 'closed')} />
            )}
          </Suspense>
          <LiveRegion />
        </div>
      </DrawerProvider>
    </ChatMovesProvider>
  )
}

const KEPT = 6

interface Said {
  readonly id: number
  readonly text: string
}

/** Each saying is a node of its own: text that replaces other text before it was read aloud is not read at all. */
function LiveRegion() {
  const { announcer } = useServices()
  const [said, setSaid] = useState<readonly Said[]>([])

  useEffect(
    () =>
      announcer.subscribe(text => {
        setSaid(before => [...before, { id: (before.at(-1)?.id ?? 0) + 1, text }].slice(-KEPT))
      }),
    [announcer],
  )

  return (
    <div role="log" aria-live="polite" aria-relevant="additions" className="sr-only">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
