/** Calls back when the network or the person returns; the returned function ends it. */
export type OnWake = (wake: () => void) => () => void

export const onWake: OnWake = wake => {
  if (typeof document === 'undefined') return () => undefined
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}
