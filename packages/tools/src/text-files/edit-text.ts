import { toLines } from './file-command.ts'

export type EditedText = { readonly kind: 'edited'; readonly text: string; readonly at: number } | Refused
interface Refused {
  readonly kind: 'refused'
  readonly because: string
}

/** Replaces a text that must occur exactly once. `at` is the index of the first changed line. */
export function replaceOnce(path: string, text: string, from: string, to: string): EditedText {
  const places: number[] = []
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + 1)) places.push(at)
  const [place] = places
  if (place === undefined) {
    return refused(`No replacement was performed, old_str \`${from}\` did not appear verbatim in ${path}.`)
  }
  if (places.length > 1) {
    const numbers = [...new Set(places.map(at => lineAt(text, at) + 1))]
    return refused(
      `No replacement was performed. Multiple occurrences of old_str \`${from}\` in lines: ${numbers.join(', ')}. Please ensure it is unique`,
    )
  }
  return {
    kind: 'edited',
    text: text.slice(0, place) + to + text.slice(place + from.length),
    at: lineAt(text, place),
  }
}

/** Inserts lines after a line; 0 inserts at the beginning. */
export function insertAfter(text: string, line: number, inserted: string): EditedText {
  const count = toLines(text).length
  if (line < 0 || line > count) {
    return refused(
      `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${count}]`,
    )
  }
  const lines = text.split('\n')
  lines.splice(line, 0, inserted.replace(/\n$/, ''))
  return { kind: 'edited', text: lines.join('\n'), at: line }
}

function refused(because: string): Refused {
  return { kind: 'refused', because }
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length - 1
}

const NUMBER_WIDTH = 6

/** Lines with their numbers, as the published format has them. */
export function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH)}\t${line}`).join('\n')
}
