import { Fragment, memo, type ReactNode } from 'react'
import { type RevealedPiece, reveal, type Sign } from './reveal.ts'

interface RevealedProps {
  text: string
  /** Whether line ends are marked, where they were written and not made by laying out. */
  lineEnds?: boolean
}

/** A text in which nothing is hidden (Z-7). */
export const Revealed = memo(({ text, lineEnds = false }: RevealedProps) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a text is known by its place
  reveal(text).map((piece, index) => <Fragment key={index}>{pieceOf(piece, lineEnds)}</Fragment>),
)

function pieceOf(piece: RevealedPiece, lineEnds: boolean): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'sign':
      return <SignView sign={piece.sign} />
    case 'line-end':
      return (
        <>
          {lineEnds && (
            <span aria-hidden="true" className="text-line-strong select-none">
              ↵
            </span>
          )}
          {'\n'}
        </>
      )
  }
}

export function SignView({ sign: { name, meaning } }: { sign: Sign }) {
  return (
    <span
      title={meaning}
      className="mx-px rounded-[3px] bg-accent-wash px-1 font-mono text-[0.6875rem] whitespace-nowrap text-accent ring-1 ring-accent/40 ring-inset"
    >
      {name}
    </span>
  )
}
