import type { CodeLine } from './code-ink.ts'

/** Lines that did not change stay the same objects, so that code of a thousand lines is not drawn again for each new one. */
export function keepLines(before: readonly CodeLine[], lines: readonly CodeLine[]): readonly CodeLine[] {
  return lines.map((line, number) => {
    const known = before[number]
    return known !== undefined && isSame(known, line) ? known : line
  })
}

function isSame(one: CodeLine, other: CodeLine): boolean {
  return (
    one.length === other.length && one.every(({ text, ink }, at) => text === other[at]?.text && ink === other[at]?.ink)
  )
}
