import type { RouterHistory } from '@tanstack/react-router'
import type { OpenOverlays } from '../ui/hooks/open-overlays.ts'

/** The part of the browser's that is used here. TypeScript does not know it yet. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

declare global {
  interface Window {
    /** Only Chromium has it. */
    readonly CloseWatcher?: new () => CloseWatcher
  }
}

const desk = matchMedia('(min-width: 64rem)')

/**
 * Where there is no room for the sidebar, the Back button closes what floats before it leaves the page (V1). The history is not changed: a
 * step back is taken back, and what was ahead of it is still there. It runs before any other blocker, so it is set up with the router.
 */
export function closeWithBack(history: RouterHistory, overlays: OpenOverlays): void {
  history.block({
    blockerFn: ({ action }) => action === 'BACK' && !desk.matches && overlays.closeTopmost(),
    enableBeforeUnload: false,
  })
  if (window.CloseWatcher !== undefined) answerCloseRequests(overlays, window.CloseWatcher)
}

/** Back on Android where nothing is behind the page: it would close the tab or the installed app. */
function answerCloseRequests(overlays: OpenOverlays, Watcher: new () => CloseWatcher): void {
  let watcher: CloseWatcher | null = null
  // Escape is a close request too, but what floats handles that key itself: what is below it would close too.
  let isEscape = false
  const note = ({ type, key }: KeyboardEvent) => {
    isEscape = type === 'keydown' && key === 'Escape'
  }
  addEventListener('keydown', note, { capture: true })
  addEventListener('keyup', note, { capture: true })

  overlays.onChange(count => {
    if (count === 0) {
      watcher?.destroy()
      watcher = null
    } else if (watcher === null && !desk.matches) {
      watcher = new Watcher()
      watcher.onclose = () => {
        watcher = null
        if (!isEscape) overlays.closeTopmost()
      }
    }
  })
}
