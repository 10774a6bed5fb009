import { useEffect, useReducer, useRef } from 'react'
import type { CodeLine } from './code-ink.ts'
import type { Language } from './code-language.ts'
import { highlight } from './highlight.ts'
import { keepLines } from './keep-lines.ts'

const LONGEST = 30_000
/** Longer than code that is being written usually waits for more of it. */
const PAUSE_MS = 250

interface Highlighted {
  readonly code: string
  readonly lines: readonly CodeLine[]
}

/**
 * The code in its inks, as far as they are known: while it streams in, what came since the last answer stays plain. One request at a
 * time per block, so that a fast stream does not queue a hundred versions of the same code. While it is written, new ink is drawn with
 * the next piece of code: drawn by itself, it would cost as much as that.
 */
export function useHighlight(code: string, language: Language | null, isWriting: boolean): readonly CodeLine[] {
  const done = useRef<Highlighted | null>(null)
  const busy = useRef(false)
  const writing = useRef(isWriting)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [drawn, draw] = useReducer((count: number) => count + 1, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn may not be all of the code
  useEffect(() => {
    writing.current = isWriting
    clearTimeout(pause.current)
    if (!busy.current && done.current?.code !== code && language !== null && code.length <= LONGEST) {
      busy.current = true
      highlight(code, language).then(lines => {
        busy.current = false
        done.current = { code, lines: keepLines(done.current?.lines ?? [], lines) }
        if (writing.current) pause.current = setTimeout(draw, PAUSE_MS)
        else draw()
      }, reportError)
    }
    return () => clearTimeout(pause.current)
  }, [code, language, isWriting, drawn])

  const known = done.current
  if (!known || !code.startsWith(known.code)) return plainLines(code)
  const tail = plainLines(code.slice(known.code.length))
  const [joined = [], ...rest] = tail
  const last = known.lines.at(-1) ?? []
  return [...known.lines.slice(0, -1), joined.length === 0 ? last : [...last, ...joined], ...rest]
}

function plainLines(code: string): readonly CodeLine[] {
  return code.split('\n').map(text => (text === '' ? [] : [{ text, ink: null }]))
}
