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
