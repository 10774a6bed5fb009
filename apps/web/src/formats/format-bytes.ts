const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** 980 bytes, 12 KB, 3.4 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const shown = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown.toLocaleString('en')} ${bytes === 1 ? 'byte' : UNITS[unit]}`
}
