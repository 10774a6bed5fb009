/** Cases of all property tests of the package together, where nothing else is asked. */
const CASES = 2000

/** How many cases a property takes that has `share` of the 2,000: as many times more as `STET_PROPERTY_CASES` asks in all. */
export function propertyRuns(share: number): number {
  const asked = process.env.STET_PROPERTY_CASES
  if (asked === undefined) return share
  const cases = Number(asked)
  if (!Number.isInteger(cases) || cases < 1) throw new Error(`STET_PROPERTY_CASES is ${asked}, which is no count`)
  return Math.max(1, Math.ceil((share * cases) / CASES))
}
