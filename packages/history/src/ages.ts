import { hasToolCalls, isAside, type Message, type Path } from './message.ts'

/** Where the current cycle begins, or -1 without a user message. The same message on every suffix that holds it. */
export function lastUserIndex(path: Path): number {
  return path.findLastIndex(message => message.role === 'user')
}

/**
 * How many cycles before the current one each message of the path belongs to: a user message and everything up to the next
 * is one cycle, the last is 0 (C4, C6). Counted from the end, so a message has the same age on every suffix.
 */
export function cycleAges(path: Path): readonly number[] {
  const ages = new Array<number>(path.length).fill(0)
  let age = 0
  for (let index = path.length - 1; index >= 0; index -= 1) {
    ages[index] = age
    if (path[index]?.role === 'user') age += 1
  }
  return ages
}

/** An assistant message without tool calls: it ends the turn it belongs to (C3). */
export function isConclusion(message: Message): boolean {
  return message.role === 'assistant' && !hasToolCalls(message)
}

/**
 * How many turns before the current one each message of the path belongs to; the turn of the last link is 0 (C3). An aside
 * has the age of its parent. Counted from the end, so a message has the same age on every suffix.
 */
export function turnAges(path: Path): readonly number[] {
  const end = path.findLastIndex(message => !isAside(message))
  const ages = new Array<number>(path.length).fill(0)
  let age = 0
  let asidesFrom = path.length
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message === undefined || isAside(message)) continue
    if (index < end && isConclusion(message)) age += 1
    ages.fill(age, index, asidesFrom)
    asidesFrom = index
  }
  return ages.fill(age, 0, asidesFrom)
}
