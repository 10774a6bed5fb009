import { Outlet, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Sidebar } from '../chats/sidebar.tsx'
import { Drawer } from '../ui/dialog.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { DrawerProvider } from './drawer-context.ts'
import { LiveRegion } from './live-region.tsx'
import { shortcuts, useShortcut } from './shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useIsDesk } from './use-is-desk.ts'

export function Shell() {
  const navigate = useNavigate()
  const isDesk = useIsDesk()
  const [drawer, setDrawer] = useState(false)
  const [help, setHelp] = useState(false)
  useShortcut(shortcuts.help, () => setHelp(true))
  useShortcut(shortcuts.newChat, () => {
    setDrawer(false)
    void navigate({ to: '/' })
  })

  const sidebar = (
    <Sidebar
      onChosen={() => setDrawer(false)}
      onShowShortcuts={() => {
        setDrawer(false)
        setHelp(true)
      }}
    />
  )

  return (
    <DrawerProvider value={() => setDrawer(true)}>
      <div className="flex h-full">
        <a
          href="#main"
          className="sr-only z-50 rounded bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to the conversation
        </a>
        {isDesk && (
          <aside aria-label="Sidebar" className="w-70 shrink-0 border-r border-line bg-desk">
            {sidebar}
          </aside>
        )}
        <main id="main" tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col outline-none">
          <ConnectionNotice />
          <Outlet />
        </main>
        {!isDesk && (
          <Drawer open={drawer} onOpenChange={setDrawer} title="Chats">
            {sidebar}
          </Drawer>
        )}
        <ShortcutsDialog open={help} onOpenChange={setHelp} />
        <LiveRegion />
      </div>
    </DrawerProvider>
  )
}
