/** A longer row takes the browser too long to break into lines. */
const LONGEST = 2000
/** In a line longer than this, what was a line break before it became JSON begins a row again. */
const READABLE = 160

/** Where each row of a text begins: a row is drawn by itself, so that a text of megabytes is drawn as far as it is seen. */
export function textRows(text: string): readonly number[] {
  const starts: number[] = []
  let from = 0
  while (from < text.length || starts.length === 0) {
    const newline = text.indexOf('\n', from)
    const end = newline === -1 ? text.length : newline + 1
    addLine(text, from, end, starts)
    from = end
  }
  return starts
}

export interface Row {
  readonly from: number
  /** Without the line break that ends it. */
  readonly to: number
}

export function rowAt(text: string, starts: readonly number[], index: number): Row {
  const from = starts[index] ?? text.length
  const next = starts[index + 1] ?? text.length
  return { from, to: text.charAt(next - 1) === '\n' ? next - 1 : next }
}

/** Which row holds a place of the text. */
export function rowOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

function addLine(text: string, from: number, end: number, starts: number[]): void {
  starts.push(from)
  const isLong = end - from > READABLE
  let begun = from
  while (isLong && begun < end) {
    const broken = afterEscapedBreak(text, begun, Math.min(end, begun + LONGEST))
    const next = broken ?? wholeSign(text, begun + LONGEST)
    if (next >= end - 1) return
    starts.push(next)
    begun = next
  }
}

function afterEscapedBreak(text: string, from: number, end: number): number | null {
  // Only this much is looked at: looking to the end of a line of megabytes for every row of it would freeze the page.
  const line = text.slice(from, end)
  let at = line.indexOf('\\n')
  while (at !== -1) {
    let backslashes = 0
    while (line.charAt(at - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return from + at + 2
    at = line.indexOf('\\n', at + 2)
  }
  return null
}

/** A pair of surrogates is one sign: cut in two it would be drawn as two unknown ones. */
function wholeSign(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
