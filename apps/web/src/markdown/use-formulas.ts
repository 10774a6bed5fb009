import { useEffect, useState } from 'react'
import { type Formulas, formulasNow, loadFormulas } from './load-formulas.ts'

const CANDIDATE = /\$[^$]+\$/

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
