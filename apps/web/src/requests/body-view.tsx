import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { type Found, findInText, markedPieces, rowAt, rowOf, textRows } from './body-text.ts'
import { FindField } from './find-field.tsx'
import { layOutJson } from './lay-out-json.ts'

/** The exact body of a request: laid out to be read, or as it was sent. Only what is near the screen is in the document. */
export function BodyView({ body }: { body: string }) {
  const [raw, setRaw] = useState(false)
  const laidOut = useMemo(() => layOutJson(body), [body])
  const text = raw || laidOut === null ? body : laidOut
  const starts = useMemo(() => textRows(text), [text])
  const [wanted, setWanted] = useState('')
  const looked = useDeferredValue(wanted)
  const found = useMemo(() => findInText(text, looked), [text, looked])
  const [current, setCurrent] = useState(0)
  const field = useRef<HTMLInputElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    // The browser would look only through the rows that happen to be drawn.
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    field.current?.select()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that works for everything in it
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <div className="flex shrink-0 items-center gap-1 px-2 py-1.5">
        <FindField
          field={field}
          value={wanted}
          found={found}
          current={current}
          onChange={next => {
            setWanted(next)
            setCurrent(0)
          }}
          onGo={setCurrent}
        />
        {laidOut !== null && (
          <Button
            aria-pressed={raw}
            className={classNames('px-2', raw && 'bg-wash text-ink')}
            onClick={() => setRaw(!raw)}
          >
            Raw
          </Button>
        )}
        <CopyButton label="Copy body" text={() => body} />
      </div>
      <Rows key={raw ? 'raw' : 'laid out'} text={text} starts={starts} found={found} current={current} />
    </div>
  )
}

interface RowsProps {
  text: string
  starts: readonly number[]
  found: Found
  current: number
}

const LINE = 18
/** Of a sign in the font of the body, at its size. */
const SIGN = 7.2
const AROUND = 32
const USUAL_WIDTH = 380

/** How many signs are in a line. A guess that is far off would move what is read while one scrolls. */
function columnsOf(scroller: HTMLElement | null): number {
  return Math.max(8, Math.floor(((scroller?.clientWidth ?? USUAL_WIDTH) - AROUND) / SIGN))
}

function Rows({ text, starts, found, current }: RowsProps) {
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: starts.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => {
      const { from, to } = rowAt(text, starts, index)
      return LINE * Math.max(1, Math.ceil((to - from) / columnsOf(scroller.current)))
    },
    overscan: 12,
    paddingStart: 8,
    paddingEnd: 16,
  })
  const place = found.places[current]
  const row = place === undefined ? -1 : rowOf(starts, place)
  useEffect(() => {
    if (row !== -1) virtualizer.scrollToIndex(row, { align: 'center' })
  }, [row, virtualizer])

  return (
    <section
      ref={scroller}
      aria-label="Body"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
      tabIndex={0}
      dir="ltr"
      className="min-h-0 flex-1 overflow-y-auto bg-code outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(item => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 min-h-4.5 px-4 font-mono text-small leading-4.5 whitespace-pre-wrap wrap-anywhere text-ink-soft"
            style={{ top: item.start }}
          >
            {markedPieces(text, rowAt(text, starts, item.index), found).map((piece, index) =>
              piece.match === null ? (
                piece.text
              ) : (
                <mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no name but its place
                  key={index}
                  className={classNames(
                    'rounded-[2px]',
                    piece.match === current ? 'bg-accent text-on-accent' : 'bg-accent/25 text-ink',
                  )}
                >
                  {piece.text}
                </mark>
              ),
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
