const UNITS = ['B', 'kB', 'MB', 'GB']

/** A size such as 512 B, 1.5 kB or 20 MB. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}
