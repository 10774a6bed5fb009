import { dateFormat } from './date-format.ts'
import { dateLocale } from './date-locale.ts'

/** When something happened: today only the time, otherwise with the date, and with the year if it is not this one. */
export function formatMoment(at: number, now: number, locale = dateLocale()): string {
  const [then, today] = [new Date(at), new Date(now)]
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(then)
  if (then.toDateString() === today.toDateString()) return time
  const sameYear = then.getFullYear() === today.getFullYear()
  const date = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
  return `${date.format(then)}, ${time}`
}
