import { useEffect, useEffectEvent } from 'react'

/** What floats over the page, in the order in which it was opened. */
export interface OpenOverlays {
  /** Returns how to take it off again. */
  add(close: () => void): () => void
  /** Closes the topmost one, and says whether there was one. */
  closeTopmost(): boolean
  /** Called with how many are open, each time one opens or has closed. */
  onChange(listener: (count: number) => void): void
}

export function createOpenOverlays(): OpenOverlays {
  const open: { readonly close: () => void }[] = []
  const listeners: ((count: number) => void)[] = []
  const publish = () => {
    for (const listener of listeners) listener(open.length)
  }
  return {
    add(close) {
      const entry = { close }
      open.push(entry)
      publish()
      return () => {
        open.splice(open.indexOf(entry), 1)
        publish()
      }
    },
    closeTopmost() {
      const topmost = open.at(-1)
      topmost?.close()
      return topmost !== undefined
    },
    onChange(listener) {
      listeners.push(listener)
    },
  }
}

/** Those of this page: one page has one Back button. */
export const openOverlays = createOpenOverlays()

/** Lets the Back button of a phone close what is open. */
export function useCloseWithBack(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => (open ? openOverlays.add(() => onBack()) : undefined), [open])
}
