import type { KatexOptions } from 'katex'
import type { MathDisplay } from './math-syntax.ts'

export interface Katex {
  renderToString(tex: string, options: KatexOptions): string
  render(tex: string, element: HTMLElement, options: KatexOptions): void
  readonly ParseError: new (message: string) => Error
}

const REMEMBERED = 2000

export function katexOptions(display: MathDisplay): KatexOptions {
  return {
    displayMode: display === 'display',
    fleqn: true,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxSize: 20,
    maxExpand: 200,
  }
}

/** Whether a formula parses. Remembered, because a streaming answer asks again with every word that arrives. */
export function formulaParser(katex: Katex): (tex: string, display: MathDisplay) => boolean {
  const known = new Map<string, boolean>()
  return (tex, display) => {
    const key = `${display} ${tex}`
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const result = parses(katex, tex, display)
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, result)
    return result
  }
}

function parses(katex: Katex, tex: string, display: MathDisplay): boolean {
  try {
    katex.renderToString(tex, katexOptions(display))
    return true
  } catch (error) {
    if (error instanceof katex.ParseError) return false
    throw error
  }
}
