import { useState, useSyncExternalStore } from 'react'

const desk = matchMedia('(min-width: 64rem)')
const phone = matchMedia('(max-width: 39.99rem)')

/** Whether there is room for the sidebar beside the conversation. */
export function useIsDesk(): boolean {
  return useMatches(desk)
}

/** Whether there is no room for two texts beside each other. */
export function useIsPhone(): boolean {
  return useMatches(phone)
}

function useMatches(query: MediaQueryList): boolean {
  const [subscribe] = useState(() => (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  })
  return useSyncExternalStore(subscribe, () => query.matches)
}
