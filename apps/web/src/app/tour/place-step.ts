export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** From this width on, a step fits beside its target. */
const WIDE = 640
const GAP = 12

/**
 * Where a step is shown so that it does not cover what it points at: beside it on a desk, from below on a phone, and from above
 * where that is below. Null is nothing to point at.
 */
export function placeStep(
  target: Box | null,
  step: Size,
  screen: Size,
): { readonly left: number; readonly top: number } {
  if (screen.width < WIDE) {
    const top = screen.height - step.height
    if (target === null) return { left: 0, top }
    // A line beside a long answer reaches both: the sheet is where it covers less of it.
    const coveredBelow = Math.max(0, target.top + target.height - Math.max(top, target.top))
    const coveredAbove = Math.max(0, Math.min(step.height, target.top + target.height) - target.top)
    return { left: 0, top: coveredBelow > coveredAbove ? 0 : top }
  }
  const most = { left: screen.width - step.width - GAP, top: screen.height - step.height - GAP }
  if (target === null) return { left: (screen.width - step.width) / 2, top: (screen.height - step.height) / 2 }
  const right = { left: target.left + target.width + GAP, top: target.top }
  const below = { left: target.left, top: target.top + target.height + GAP }
  const above = { left: target.left, top: target.top - step.height - GAP }
  const left = { left: target.left - step.width - GAP, top: target.top }
  const inside = (at: { left: number; top: number }) => ({
    left: Math.max(GAP, Math.min(at.left, most.left)),
    top: Math.max(GAP, Math.min(at.top, most.top)),
  })
  const tall = target.height > Math.max(target.width, step.height)
  const ways = tall ? [right, left, below, above] : [below, above, right, left]
  return ways.map(inside).find(at => !overlaps({ ...at, ...step }, target)) ?? inside(below)
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}
