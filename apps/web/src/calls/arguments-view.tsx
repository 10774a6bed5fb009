import { type ReactNode, useContext, useId, useMemo } from 'react'
import { beginningOf } from '../markdown/beginning-of.ts'
import { Button } from '../ui/controls/button.tsx'
import { CopyTextButton } from '../ui/controls/copy-button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../ui/hooks/scroll-context.ts'
import { signsIn } from '../ui/text/reveal.ts'
import { Revealed, SignView } from '../ui/text/revealed.tsx'
import { type Argument, readArguments } from './read-arguments.ts'

export const SHOWN = 20_000
const MORE = 500_000

interface ArgumentsViewProps {
  input: string
  /** How much of it is drawn. */
  characters: number
  onMore: (characters: number) => void
}

/** The whole input of a call, with hidden characters shown. Text that is not drawn yet says how long it is (Z-7). */
export function ArgumentsView({ input, characters, onMore }: ArgumentsViewProps) {
  const [raw, setRaw] = useKept('raw', false)
  const hold = useContext(HoldPosition)
  const id = useId()
  const read = useMemo(() => readArguments(input), [input])
  const given = useMemo(() => (read === null || raw ? [asWritten(input)] : read), [read, raw, input])
  const signs = useMemo(() => signsIn(given.flatMap(({ name, text }) => [name, text])), [given])
  const shown = firstCharacters(given, characters)
  const left = lengthOf(given) - lengthOf(shown)
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark, and there is one for each call */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-[min(28rem,50dvh)] overflow-auto rounded border border-line bg-code"
      >
        <h4 id={id} className="sr-only">
          Arguments
        </h4>
        {given.length === 0 && <p className="px-3 py-2 text-ink-faint">No arguments</p>}
        <dl className="divide-y divide-line">
          {shown.map(argument => (
            <ArgumentView key={argument.name} argument={argument} />
          ))}
        </dl>
        {left > 0 && (
          <div className="sticky bottom-0 border-t border-line bg-code p-2">
            <Button
              look="outline"
              onClick={() => {
                hold()
                onMore(characters + MORE)
              }}
            >
              Show more ({left.toLocaleString('en')} characters left)
            </Button>
          </div>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-small text-ink-faint">
        {signs.length > 0 && (
          <p className="flex basis-full flex-wrap items-center gap-1 py-1 text-ink-soft">
            <Icon name="warning" size={14} />
            <span>Contains invisible characters:</span>
            {signs.map(sign => (
              <span key={sign.name}>
                <SignView sign={sign} /> {sign.meaning}
              </span>
            ))}
          </p>
        )}
        <span className="figures">{sizeWords(given)}</span>
        <span className="-mr-1.5 ml-auto flex flex-wrap gap-x-2">
          {read !== null && (
            <Small pressed={raw} onClick={() => setRaw(!raw)}>
              Raw
            </Small>
          )}
          <CopyTextButton label="Copy arguments" text={() => input} className={small} />
        </span>
      </div>
    </div>
  )
}

function ArgumentView({ argument: { name, kind, text } }: { argument: Argument }) {
  return (
    <div className="px-3 py-2">
      <dt className={name === '' ? 'sr-only' : 'mb-0.5 flex gap-2 text-small text-ink-faint'}>
        <bdi className="font-medium text-ink-soft">{name === '' ? 'Raw' : <Revealed text={name} />}</bdi>
        {kind !== 'text' && kind}
      </dt>
      <dd
        dir="ltr"
        className="font-mono text-[0.8125rem] whitespace-pre-wrap [font-feature-settings:'calt'_0] [tab-size:4] wrap-anywhere"
      >
        {text === '' ? (
          <span className="text-ink-faint">empty</span>
        ) : (
          <Revealed text={text} lineEnds={kind === 'text'} />
        )}
      </dd>
    </div>
  )
}

const small =
  'inline-flex min-h-7 items-center gap-1.5 rounded px-1.5 transition-colors duration-150 hover:bg-wash hover:text-ink aria-pressed:text-accent coarse:min-h-10'

function Small({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick} className={small}>
      {children}
    </button>
  )
}

function asWritten(text: string): Argument {
  return { name: '', kind: 'text', text }
}

function firstCharacters(given: readonly Argument[], characters: number): readonly Argument[] {
  let left = characters
  return given.flatMap(argument => {
    if (left <= 0) return []
    const text = beginningOf(argument.text, left)
    left -= argument.text.length
    return [{ ...argument, text }]
  })
}

function lengthOf(given: readonly Argument[]): number {
  return given.reduce((length, { text }) => length + text.length, 0)
}

function sizeWords(given: readonly Argument[]): string {
  const characters = lengthOf(given)
  const lines = given.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  return `${count(lines, 'line')}, ${count(characters, 'character')}`
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
}

/** Whether all of it is drawn, so that the user can have seen it. */
export function isWhole(input: string, characters: number): boolean {
  return lengthOf(readArguments(input) ?? [asWritten(input)]) <= characters
}

/** Whether an argument begins with this text, so that it would be read twice. */
export function isDrawn(text: string, input: string): boolean {
  return (readArguments(input) ?? []).some(argument => argument.text.trimStart().startsWith(text))
}
