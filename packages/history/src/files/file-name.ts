const LONGEST = 200
// Separators, what Windows forbids, control characters, and marks that make a name read backwards.
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A name from a user, a model, an archive or a server as one that is safe as the name of a file on any system (Z-8): no path, no
 * hidden characters, never empty. The extension survives shortening.
 */
export function toFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  const safe = RESERVED.test(name) ? `_${name}` : name
  return safe === '' ? 'file' : shorten(safe)
}

function shorten(name: string): string {
  const letters = Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment)
  if (letters.length <= LONGEST) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, LONGEST - extension.length).join('')}${extension}`
}
