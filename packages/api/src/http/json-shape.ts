export type ShapeFault =
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'doubled-key'; readonly key: string }
  | { readonly kind: 'not-json' }

const COLON = /[ \t\r\n]*:/y
const STRUCTURE = /["{}[\],]/g
const BACKSLASH = 92

interface MostShape {
  readonly depth: number
  /** Fields and items of all objects and lists together. */
  readonly values: number
}

/**
 * What `JSON.parse` accepts and a request must not have: nesting that exhausts the stack of code that walks the value, so
 * many values that looking at each pauses everyone, and a doubled key, which two readers may resolve differently. Whether the rest is JSON is left to `JSON.parse`.
 */
export function findShapeFault(text: string, most: MostShape): ShapeFault | null {
  const open: (Set<string> | null)[] = []
  let values = 1
  STRUCTURE.lastIndex = 0
  for (let match = STRUCTURE.exec(text); match !== null; match = STRUCTURE.exec(text)) {
    switch (match[0]) {
      case '{':
        values += 1
        open.push(new Set())
        break
      case '[':
        values += 1
        open.push(null)
        break
      case ',':
        values += 1
        break
      case '}':
      case ']':
        open.pop()
        break
      default: {
        const end = endOfString(text, match.index)
        if (end === null) return { kind: 'not-json' }
        STRUCTURE.lastIndex = end
        const keys = open.at(-1)
        if (keys && isBeforeColon(text, end)) {
          const key = parseString(text.slice(match.index, end))
          if (key === null) return { kind: 'not-json' }
          if (keys.has(key)) return { kind: 'doubled-key', key }
          keys.add(key)
        }
      }
    }
    if (open.length > most.depth) return { kind: 'too-deep' }
    if (values > most.values) return { kind: 'too-many' }
  }
  return null
}

/** Behind the string that starts here; null when it does not end. */
function endOfString(text: string, start: number): number | null {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return quote + 1
  }
  return null
}

function isBeforeColon(text: string, at: number): boolean {
  COLON.lastIndex = at
  return COLON.test(text)
}

function parseString(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
