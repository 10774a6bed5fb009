import type { DraftContent } from '@stet/api/client'
import { useEffect, useRef } from 'react'
import { useServices } from './services.ts'

/** Calls back with what was typed at a place on another page or device, each time this page comes into view. */
export function useDraftArrivals(name: string, onArrival: (content: DraftContent | null) => void): void {
  const { drafts } = useServices()
  const latest = useRef(onArrival)
  useEffect(() => {
    latest.current = onArrival
  })
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void drafts.refresh(name)
    }
    const leave = drafts.onArrival(name, content => latest.current(content))
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [drafts, name])
}
