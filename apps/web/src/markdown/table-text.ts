/** As spreadsheets read it (RFC 4180). A cell that one would run as a formula gets a leading apostrophe. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(text: string): string {
  const safe = /^[=@\t\r]|^[+-](?![\d.,]*\s*%?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sign, a currency and a unit may be around it; a word before it makes it a word. */
const NUMBER = /^([+−-]?)[^\d\p{L}.]{0,3}(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+)\s*[^\d]{0,8}$/u

/** Numbers by size, with signs, separators and units around them; everything else as words. Empty cells come first. */
export function compareCells(one: string, other: string): number {
  const [first, second] = [numberIn(one), numberIn(other)]
  if (first !== null && second !== null) return first - second
  return words.compare(one.trim(), other.trim())
}

function numberIn(text: string): number | null {
  const [, sign, digits] = NUMBER.exec(text.trim()) ?? []
  if (digits === undefined) return null
  return Number(digits.replaceAll(',', '')) * (sign === '' || sign === '+' ? 1 : -1)
}
