/** Narrows a search to one chat. */
export function chatFacet(chatId: string): string {
  return `chat:${chatId}`
}

/** The UTC month of a moment: a search within dates looks only at the months they are in. */
export function monthFacet(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'month:unknown' : `month:${date.toISOString().slice(0, -17)}`
}

/** The months from one moment to another, both included. */
export function monthsBetween(from: number, to: number): readonly string[] {
  const months: string[] = []
  const month = new Date(from)
  for (
    month.setUTCDate(1), month.setUTCHours(0, 0, 0, 0);
    month.getTime() <= to;
    month.setUTCMonth(month.getUTCMonth() + 1)
  ) {
    months.push(monthFacet(month.getTime()))
  }
  return months
}
