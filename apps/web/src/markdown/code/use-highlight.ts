import { useEffect, useRef, useState } from 'react'
import type { CodeLine } from './code-ink.ts'
import type { Language } from './code-language.ts'
import { highlight } from './highlight.ts'

const LONGEST = 30_000

interface Highlighted {
  readonly code: string
  readonly lines: readonly CodeLine[]
}

/**
 * The code in its inks, as far as they are known: while it streams in, what came since the last answer stays plain. One request at a
 * time per block, so that a fast stream does not queue a hundred versions of the same code.
 */
export function useHighlight(code: string, language: Language | null): readonly CodeLine[] {
  const [done, setDone] = useState<Highlighted | null>(null)
  const busy = useRef(false)

  useEffect(() => {
    if (busy.current || done?.code === code || language === null || code.length > LONGEST) return
    busy.current = true
    highlight(code, language).then(lines => {
      busy.current = false
      setDone({ code, lines })
    }, reportError)
  }, [code, language, done])

  if (!done || !code.startsWith(done.code)) return plainLines(code)
  const tail = plainLines(code.slice(done.code.length))
  const [joined, ...rest] = tail
  return [...done.lines.slice(0, -1), [...(done.lines.at(-1) ?? []), ...(joined ?? [])], ...rest]
}

function plainLines(code: string): readonly CodeLine[] {
  return code.split('\n').map(text => (text === '' ? [] : [{ text, ink: null }]))
}
