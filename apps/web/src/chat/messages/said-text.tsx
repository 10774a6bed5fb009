import { useContext } from 'react'
import { beginningOf } from '../../markdown/beginning-of.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useKept } from '../../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../../ui/hooks/scroll-context.ts'

const SHOWN = 6000
const MORE = 60_000

/** What the user typed, as it was typed. */
export function SaidText({ text }: { text: string }) {
  const [characters, setCharacters] = useKept('characters', SHOWN)
  const hold = useContext(HoldPosition)
  const shown = beginningOf(text, characters)
  return (
    <>
      <p dir="auto" className="max-w-(--line-length) text-read whitespace-pre-wrap wrap-anywhere">
        {shown}
      </p>
      {shown.length < text.length && (
        <Button
          look="outline"
          className="mt-3"
          onClick={() => {
            hold()
            setCharacters(characters + MORE)
          }}
        >
          Show more ({(text.length - shown.length).toLocaleString('en')} characters left)
        </Button>
      )}
    </>
  )
}
