/** The values of a list that stood in it before, each as often as it comes again. */
export function twice<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<T>()
  return values.filter(value => seen.size === seen.add(value).size)
}
