/** The local day of a moment, as a date field has it. */
export function toDay(at: number): string {
  const date = new Date(at)
  const two = (part: number) => `${part}`.padStart(2, '0')
  return `${`${date.getFullYear()}`.padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of a local day; null for what is no date, and 0 for a day before 1970. */
export function dayStart(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === undefined) return null
  const at = new Date(Number(year), Number(month) - 1, Number(date))
  at.setFullYear(Number(year))
  return Number.isNaN(at.getTime()) || toDay(at.getTime()) !== day ? null : Math.max(0, at.getTime())
}
