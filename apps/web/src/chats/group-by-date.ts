import type { ListedChat } from '@stet/api/client'
import { dateFormat } from '../formats/date-format.ts'

export interface DateGroup {
  readonly label: string
  readonly chats: readonly ListedChat[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The list under headings by its last activity. The order of the list is kept: where the clock jumped, a chat stays in the group of the one
 * above it, so that no heading appears twice.
 */
export function groupByDate(chats: readonly ListedChat[], now: number, locale?: string): readonly DateGroup[] {
  const groups: { label: string; from: number; chats: ListedChat[] }[] = []
  for (const listed of chats) {
    const last = groups.at(-1)
    const at = listed.kind === 'chat' ? listed.chat.activeAt : (last?.from ?? now)
    if (last !== undefined && at >= last.from) {
      last.chats.push(listed)
    } else {
      groups.push({ ...periodOf(at, now, locale), chats: [listed] })
    }
  }
  return groups
}

/** The period of a moment: its heading, and when it begins. */
function periodOf(at: number, now: number, locale: string | undefined): { label: string; from: number } {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const periods = [
    { label: 'Today', from: today },
    { label: 'Yesterday', from: daysBefore(today, 1) },
    { label: 'Previous 7 days', from: daysBefore(today, 7) },
    { label: 'Previous 30 days', from: daysBefore(today, 30) },
  ]
  const found = periods.find(({ from }) => at >= from)
  if (found !== undefined) return found
  const month = new Date(at)
  const sameYear = month.getFullYear() === new Date(now).getFullYear()
  const format = dateFormat(locale, { month: 'long', ...(sameYear ? {} : { year: 'numeric' }) })
  return { label: format.format(month), from: new Date(month.getFullYear(), month.getMonth(), 1).getTime() }
}

/** By the calendar: a day on which the clocks change has not 24 hours. */
function daysBefore(day: number, days: number): number {
  return new Date(day - days * DAY_MS + DAY_MS / 2).setHours(0, 0, 0, 0)
}
