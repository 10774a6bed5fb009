export type ShapeFault =
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'doubled-key'; readonly key: string }
  | { readonly kind: 'not-json' }

const STRING = /"(?:[^"\\]|\\.)*"/y
const COLON = /[ \t\r\n]*:/y
const STRUCTURE = /["{}[\]]/g

/**
 * What `JSON.parse` accepts and a request must not have: nesting that exhausts the stack of code that walks the value, and a
 * doubled key, which two readers may resolve differently. Whether the rest is JSON is left to `JSON.parse`.
 */
export function findShapeFault(text: string, maxDepth: number): ShapeFault | null {
  const open: (Set<string> | null)[] = []
  STRUCTURE.lastIndex = 0
  for (let match = STRUCTURE.exec(text); match !== null; match = STRUCTURE.exec(text)) {
    switch (match[0]) {
      case '{':
        open.push(new Set())
        break
      case '[':
        open.push(null)
        break
      case '}':
      case ']':
        open.pop()
        break
      default: {
        const string = matchAt(STRING, text, match.index)
        if (string === null) return { kind: 'not-json' }
        const end = match.index + string.length
        STRUCTURE.lastIndex = end
        const keys = open.at(-1)
        if (keys && matchAt(COLON, text, end) !== null) {
          const key = parseString(string)
          if (key === null) return { kind: 'not-json' }
          if (keys.has(key)) return { kind: 'doubled-key', key }
          keys.add(key)
        }
      }
    }
    if (open.length > maxDepth) return { kind: 'too-deep' }
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
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
