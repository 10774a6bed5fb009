export interface Difference {
  /** `.answer.path[0].id` */
  readonly place: string
  readonly recorded: unknown
  readonly current: unknown
}

/** Every place where two JSON values differ, the first being what was recorded. Lists of different lengths are one difference. */
export function findDifferences(recorded: unknown, current: unknown, place = ''): readonly Difference[] {
  if (Array.isArray(recorded) && Array.isArray(current) && recorded.length === current.length) {
    return recorded.flatMap((value, index) => findDifferences(value, current[index], `${place}[${index}]`))
  }
  if (isFields(recorded) && isFields(current)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(current)])
    return [...names].flatMap(name => findDifferences(recorded[name], current[name], `${place}.${name}`))
  }
  return Object.is(recorded, current) ? [] : [{ place, recorded, current }]
}

/** `.answer.path[0].id: "a" is now "b"` */
export function describeDifference({ place, recorded, current }: Difference): string {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    return `${place}: ${recorded.length} entries are now ${current.length}`
  }
  return `${place}: ${shorten(recorded)} is now ${shorten(current)}`
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
