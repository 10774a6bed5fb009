import type { UsageDay } from '@stet/api/client'
import { dateFormat } from '../formats/date-format.ts'

export type Split = 'models' | 'workspaces' | 'purposes'
export type Measure = 'usd' | 'tokens'

/** What a plot draws: one stack for each day, week or month, without gaps, and in it one value for each series. */
export interface Bars {
  readonly width: 'day' | 'week' | 'month'
  /** The first day of each, as `2026-11-15`. */
  readonly starts: readonly string[]
  /** By series, then by start. */
  readonly values: readonly (readonly number[])[]
}

const DAY_MS = 24 * 60 * 60 * 1000
/** More days than this are drawn as weeks, and more than the next as months. */
const MOST_DAYS = 92
const MOST_WEEK_DAYS = 400

/**
 * Series are the first places of the report's list; everything after `most` of them is one more series. Days without requests are drawn
 * as nothing, from the first day that was asked for to the last.
 */
export function toBars(days: readonly UsageDay[], { from, through, split, measure, series, most }: BarsQuery): Bars {
  const first = dayNumber(from ?? days[0]?.day ?? through)
  const last = dayNumber(through ?? days.at(-1)?.day ?? from)
  if (first === null || last === null || last < first) return { width: 'day', starts: [], values: [] }
  const width = last - first < MOST_DAYS ? 'day' : last - first < MOST_WEEK_DAYS ? 'week' : 'month'
  const starts: string[] = []
  const places = new Map<string, number>()
  for (let day = first; day <= last; day += 1) {
    const start = startOf(day, width)
    if (places.has(start)) continue
    places.set(start, starts.length)
    starts.push(start)
  }
  const values = Array.from({ length: Math.min(series, most + 1) }, () => starts.map(() => 0))
  for (const day of days) {
    const place = places.get(startOf(dayNumber(day.day) ?? first, width))
    if (place === undefined) continue
    for (const part of day[split]) {
      const line = values[Math.min(part.at, most)]
      if (line !== undefined) line[place] = (line[place] ?? 0) + part[measure]
    }
  }
  return { width, starts, values }
}

interface BarsQuery {
  readonly from: string | null
  readonly through: string | null
  readonly split: Split
  readonly measure: Measure
  /** How many there are in the report. */
  readonly series: number
  /** How many are drawn on their own. */
  readonly most: number
}

function dayNumber(day: string | null | undefined): number | null {
  if (day === null || day === undefined) return null
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? null : at / DAY_MS
}

function startOf(day: number, width: Bars['width']): string {
  // 1970-01-05, day 4, was a Monday.
  const monday = day - ((((day - 4) % 7) + 7) % 7)
  const text = new Date((width === 'week' ? monday : day) * DAY_MS).toISOString().slice(0, 10)
  return width === 'month' ? `${text.slice(0, 8)}01` : text
}

/** A day, a week or a month as people read it. */
export function startWords(start: string, width: Bars['width'], locale: string | undefined): string {
  const at = new Date(`${start}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone: 'UTC', ...options }).format(at)
  if (width === 'month') return format({ month: 'short', year: 'numeric' })
  const day = format({ day: 'numeric', month: 'short' })
  return width === 'week' ? `Week of ${day}` : day
}
