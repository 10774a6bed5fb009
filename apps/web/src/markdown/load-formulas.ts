import { useEffect, useState } from 'react'
import { formulaParser, type Katex, katexOptions } from './formula-parser.ts'
import type { MathDisplay } from './math-syntax.ts'

export interface Formulas {
  readonly parses: (tex: string, display: MathDisplay) => boolean
  readonly draw: (tex: string, display: MathDisplay, into: HTMLElement) => void
}

let loaded: Formulas | null = null
let loading: Promise<Formulas> | null = null

/** Mathematics once it has been fetched; until then formulas are shown as they were written. */
export function formulasNow(): Formulas | null {
  return loaded
}

export function loadFormulas(): Promise<Formulas> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([module]) => {
    loaded = toFormulas(module.default)
    return loaded
  })
  return loading
}

function toFormulas(katex: Katex): Formulas {
  return {
    parses: formulaParser(katex),
    draw: (tex, display, into) => katex.render(tex, into, katexOptions(display)),
  }
}

const CANDIDATE = /\$[^$]+\$|\\[([]/

/** Fetches mathematics only for a text that may hold some. */
export function useFormulas(text: string): Formulas | null {
  const [formulas, setFormulas] = useState(formulasNow)
  const wanted = formulas === null && CANDIDATE.test(text)

  useEffect(() => {
    if (!wanted) return
    let gone = false
    loadFormulas().then(loaded => {
      if (!gone) setFormulas(loaded)
    }, reportError)
    return () => {
      gone = true
    }
  }, [wanted])

  return formulas
}
