import { statSync, writeFileSync } from 'node:fs'
import type { DataFiles } from './data-folder.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the whole database is to be checked at this start: its last end was no clean one, or a day has passed since it was found sound. */
export function isWholeCheckDue({ checked }: DataFiles, endedCleanly: boolean, now: number): boolean {
  if (!endedCleanly) return true
  const last = statSync(checked, { throwIfNoEntry: false })?.mtimeMs
  // A time to come: the clock was wrong then, or is now.
  return last === undefined || last > now || now - last > DAY_MS
}

/** The time of the file says when. Losing it costs one more check. */
export function noteWholeCheck({ checked }: DataFiles): void {
  writeFileSync(checked, '', { mode: 0o600 })
}
