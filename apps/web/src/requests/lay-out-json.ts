const INDENT = '  '
/** Deeper than anyone reads: a thousand brackets in each other must not become a million spaces. */
const DEEPEST = 32

/**
 * JSON laid out to be read, token by token as it was written: parsing it would round numbers, drop duplicate keys and reorder others,
 * and what is shown would no longer be what was sent. Null for text that is no JSON object or list.
 */
export function layOutJson(text: string): string | null {
  if (!/^\s*[[{]/u.test(text)) return null
  const out: string[] = []
  let depth = 0
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === '"') {
      const end = endOfString(text, at)
      if (end === -1) return null
      out.push(text.slice(at, end))
      at = end
    } else if (sign === '{' || sign === '[') {
      const next = skipSpace(text, at + 1)
      if (text.charAt(next) === (sign === '{' ? '}' : ']')) {
        out.push(sign, text.charAt(next))
        at = next + 1
      } else {
        depth += 1
        out.push(sign, newLine(depth))
        at = next
      }
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth < 0) return null
      out.push(newLine(depth), sign)
      at += 1
    } else if (sign === ',') {
      out.push(',', newLine(depth))
      at += 1
    } else if (sign === ':') {
      out.push(': ')
      at += 1
    } else if (isSpace(sign)) {
      at = skipSpace(text, at)
    } else {
      const end = endOfWord(text, at)
      out.push(text.slice(at, end))
      at = end
    }
  }
  return depth === 0 ? out.join('') : null
}

const newLines = Array.from({ length: DEEPEST + 1 }, (_, depth) => `\n${INDENT.repeat(depth)}`)

function newLine(depth: number): string {
  return newLines[Math.min(depth, DEEPEST)] ?? '\n'
}

/** Where the string that begins at `from` is over; -1 where it is not. */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1)
  while (quote !== -1) {
    let backslashes = 0
    while (text.charAt(quote - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return -1
}

const ends = new Set([...'"{}[],: \n\r\t'].map(sign => sign.charCodeAt(0)))

function endOfWord(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && !ends.has(text.charCodeAt(at))) at += 1
  return at
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charAt(at))) at += 1
  return at
}

function isSpace(sign: string): boolean {
  return sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t'
}
