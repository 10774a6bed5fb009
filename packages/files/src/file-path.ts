import { FileError } from './file-error.ts'

export const LONGEST_NAME_BYTES = 255
export const LONGEST_PATH = 4096
const MOST_FOLDERS = 64

/**
 * The names in a path such as `/notes/today.md`; none for `/`. A path in any spelling that some program would read as another place is
 * refused, never rewritten (FT-1): the model or the user then knows that nothing was done.
 */
export function parsePath(path: string): readonly string[] {
  const refuse = (because: string) => new FileError('path-refused', path, because)
  if (path.length > LONGEST_PATH) throw refuse(`the path is longer than ${LONGEST_PATH} characters`)
  if (!path.startsWith('/')) throw refuse('the path must start with /')
  if (!path.isWellFormed()) throw refuse('the path is not valid text')
  const names = path === '/' ? [] : path.slice(1).replace(/\/$/, '').split('/')
  if (names.length > MOST_FOLDERS) throw refuse(`the path has more than ${MOST_FOLDERS} parts`)
  return names.map(name => {
    const because = whyRefused(name)
    if (because !== null) throw refuse(because)
    return name.normalize('NFC')
  })
}

export function toPath(names: readonly string[]): string {
  return `/${names.join('/')}`
}

/** Why something cannot have this name, as a clause; null when it can. */
export function whyRefused(name: string): string | null {
  if (name === '') return 'a name is empty'
  if (name.trim() !== name) return 'a name starts or ends with a space'
  if (/\p{Cc}/u.test(name)) return 'a name holds a control character'
  if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name))
    return 'a name holds a character that changes the writing direction'
  if (new TextEncoder().encode(name).length > LONGEST_NAME_BYTES) {
    return `a name is longer than ${LONGEST_NAME_BYTES} bytes`
  }
  if (spellings(name).some(isElsewhere)) return 'the path must not leave its folder'
  return null
}

/** The name itself, and what lenient programs read in its place: percent-encoded (more than once), and compatible Unicode forms. */
function spellings(name: string): readonly string[] {
  const found = [name]
  for (let text = name, times = 0; times < 5; times += 1) {
    const decoded = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (decoded === text) break
    found.push(decoded)
    text = decoded
  }
  return found.flatMap(text => [text, text.normalize('NFKC')])
}

const SEPARATORS = /[/\\\0\u2044\u2215\u29f8\u29f5\ufe68]/u

function isElsewhere(name: string): boolean {
  return SEPARATORS.test(name) || /^\.{1,2}$/.test(name.trim()) || name === '~'
}
