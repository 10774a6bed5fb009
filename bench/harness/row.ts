/** What a goal is compared with: the ratio where there is a peer, else our own figure. */
export type Goal = `${'<=' | '>='} ${number}`

/** One figure, as a benchmark reports it. Both figures of a row are measured in the same run. */
export interface Row {
  name: string
  unit: string
  ours: number
  peer: number | null
  peerName: string | null
  goal: Goal | null
}

/** A row as it is kept in `bench/results/latest.json`. */
export interface Result extends Row {
  /** ours / peer */
  ratio: number | null
}

export type Report = (row: Row) => void

/** What a file `bench/<name>.ts` exports as its default. */
export type Bench = (report: Report) => Promise<void>

export function toResult(row: Row): Result {
  const { name, unit, ours, peer, peerName, goal } = row
  return { name, unit, ours, peer, peerName, ratio: peer === null ? null : ours / peer, goal }
}

export function meetsGoal({ ours, ratio, goal }: Result): boolean {
  if (goal === null) return true
  const figure = ratio ?? ours
  const limit = Number(goal.slice(3))
  return goal.startsWith('<=') ? figure <= limit : figure >= limit
}

/** A benchmark that ran again replaces its rows; those of the others stay. */
export function mergeResults(kept: Result[], fresh: Result[]): Result[] {
  const byName = new Map([...kept, ...fresh].map(result => [result.name, result]))
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
