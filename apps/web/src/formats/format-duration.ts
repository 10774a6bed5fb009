/** A duration such as <0.1 s, 0.4 s, 12 s, 3 min 5 s or 1 h 2 min. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 0.1) return '<0.1 s'
  if (seconds < 1) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
  const whole = Math.floor(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return join(`${minutes} min`, whole % 60, 's')
  return join(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min')
}

function join(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`
}
