import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { ChatMovesProvider } from '../chats/chat-moves.tsx'
import { MoveNotice } from '../chats/move-notice.tsx'
import { useServices } from '../state/services.ts'
import { TourProvider } from '../state/tour.ts'
import { useIsDesk } from '../ui/hooks/use-is-desk.ts'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import { DrawerProvider } from '../ui/layout/page-header.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { createEarlyKeys, typeInto } from './early-keys.ts'
import { PageNotices } from './page-notices.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { Sidebar } from './sidebar.tsx'

// What floats is not needed to read: it is fetched when it is first opened.
const Drawer = lazyPart(async () => (await import('../ui/overlays/dialog.tsx')).Drawer)
const CommandPalette = lazyPart(async () => (await import('./palette/command-palette.tsx')).CommandPalette)
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
const Tour = lazyPart(async () => (await import('./tour/tour.tsx')).Tour)

export function Shell() {
  const navigate = useNavigate()
  const isDesk = useIsDesk()
  const [drawer, setDrawer] = useState(false)
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never')
  const [tour, setTour] = useState(false)
  const startTour = useCallback(() => setTour(true), [])
  const [earlyKeys] = useState(() => createEarlyKeys())
  function showPalette(isOpen: boolean): void {
    if (isOpen) earlyKeys.collect(() => setPalette('closed'))
    else earlyKeys.take()
    setPalette(isOpen ? 'open' : 'closed')
  }
  useShortcut(shortcuts.palette, () => showPalette(palette !== 'open'))
  useShortcut(shortcuts.help, () => setHelp('open'))
  const startNewChat = useNewChat()
  useShortcut(shortcuts.newChat, () => {
    setDrawer(false)
    startNewChat()
  })

  useShortcut(shortcuts.search, () => {
    setDrawer(false)
    void navigate({ to: '/search', search: { text: '' } })
  })

  const closeDrawer = useCallback(() => setDrawer(false), [])
  const sidebar = (
    <Sidebar
      onChosen={closeDrawer}
      onShowShortcuts={() => {
        setDrawer(false)
        setHelp('open')
      }}
    />
  )

  return (
    <ChatMovesProvider>
      <TourProvider value={startTour}>
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
              <PageNotices />
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
                  earlyKeys={earlyKeys}
                  onOpenChange={showPalette}
                  onShowShortcuts={() => setHelp('open')}
                />
              )}
              {help !== 'never' && (
                <ShortcutsDialog open={help === 'open'} onOpenChange={open => setHelp(open ? 'open' : 'closed')} />
              )}
              {tour && <Tour onEnd={() => setTour(false)} />}
            </Suspense>
            <LiveRegion />
          </div>
        </DrawerProvider>
      </TourProvider>
    </ChatMovesProvider>
  )
}

/** Goes to the page of a new chat. What is typed until that is drawn is for it, not for the chat that is left. */
function useNewChat(): () => void {
  const navigate = useNavigate()
  const router = useRouter()
  const [keys] = useState(() => createEarlyKeys())

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement && 'composer' in target.dataset)
        typeInto(target, keys.take()).catch(reportError)
      // A question about unsaved changes opened first: the keys belong to it.
      else if (target instanceof Element && target.closest('[role=dialog], [role=alertdialog]')) keys.take()
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [keys])

  return () => {
    const field = document.querySelector<HTMLTextAreaElement>('[data-composer]')
    const isThere = router.state.location.pathname === '/'
    // On a touch screen the field does not take the focus, and nothing would end the collecting.
    if (isThere) field?.focus()
    else if (matchMedia('(pointer: fine)').matches) keys.collect(() => undefined)
    void navigate({ to: '/' })
  }
}

const KEPT = 6

interface Said {
  readonly id: number
  readonly text: string
}

/** Each announcement is a node of its own: a screen reader skips text that is replaced before it was read. */
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
