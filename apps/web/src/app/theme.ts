import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'system' | 'dark'

const STORED = 'stet.theme'
const CHANGED = 'stet-theme'

/** The choice lives in the browser's storage; `theme.js` applies it before the first paint and whenever it changes. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), writeTheme]
}

function readTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function writeTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, theme)
  dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(CHANGED, listener)
    removeEventListener('storage', listener)
  }
}
