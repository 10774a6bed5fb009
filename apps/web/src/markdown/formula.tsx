import { useLayoutEffect, useRef } from 'react'
import type { Formulas } from './load-formulas.ts'
import type { MathDisplay } from './math-syntax.ts'

interface FormulaProps {
  tex: string
  display: MathDisplay
  formulas: Formulas
}

export function Formula({ tex, display, formulas }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (place.current) formulas.draw(tex, display, place.current)
  }, [tex, display, formulas])
  if (display !== 'display') return <span ref={place} className="formula" />
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
  return <span ref={place} tabIndex={0} className="formula-display" />
}
