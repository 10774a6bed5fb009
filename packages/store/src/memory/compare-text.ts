/**
 * The order of UTF-8 bytes, in which databases sort. JavaScript compares UTF-16 units, which puts characters beyond
 * U+FFFF before U+E000 to U+FFFF.
 */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
