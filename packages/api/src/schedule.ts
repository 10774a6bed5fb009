/** Calls `act` once after a time, unless the returned function is called before. */
export type Schedule = (act: () => void, ms: number) => () => void

export const schedule: Schedule = (act, ms) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
