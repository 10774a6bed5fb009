import { useSyncExternalStore } from 'react'

const desk = matchMedia('(min-width: 64rem)')

/** Whether there is room for the sidebar beside the conversation. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches)
}

function subscribe(listener: () => void): () => void {
  desk.addEventListener('change', listener)
  return () => desk.removeEventListener('change', listener)
}
