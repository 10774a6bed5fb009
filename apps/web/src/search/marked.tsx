import type { Found } from '@stet/api/client'
import { withoutMarkdown } from '../formats/without-markdown.ts'

/** An excerpt with the words that were searched for. */
export function Marked({ snippet }: { snippet: Found['snippet'] }) {
  const { text, marks } = withoutMarkdown(snippet.text, snippet.marks)
  const pieces = marks.flatMap(([start, end], index) => [
    { at: `${start} before`, text: text.slice(marks[index - 1]?.[1] ?? 0, start), marked: false },
    { at: `${start}`, text: text.slice(start, end), marked: true },
  ])
  return (
    <>
      {pieces.map(({ at, text: piece, marked }) =>
        marked ? (
          <mark key={at} className="rounded-xs bg-accent-wash font-medium text-ink">
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
