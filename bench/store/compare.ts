/** Runs both in turns, so that a busy moment of the machine affects both. Returns the medians in milliseconds. */
export async function compare(
  rounds: number,
  ours: (round: number) => Promise<void>,
  peer: (round: number) => Promise<void> | void,
): Promise<{ readonly ours: number; readonly peer: number }> {
  const times = { ours: [] as number[], peer: [] as number[] }
  const run = async (name: 'ours' | 'peer', round: number) => {
    const start = performance.now()
    await (name === 'ours' ? ours(round) : peer(round))
    times[name].push(performance.now() - start)
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)
    for (const name of order) await run(name, round)
  }
  return { ours: median(times.ours), peer: median(times.peer) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
