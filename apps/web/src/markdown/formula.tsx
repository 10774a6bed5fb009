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
  return <span ref={place} className={display === 'display' ? 'formula-display' : 'formula'} />
}
