import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const print = matchMedia('print')

/** Whether the page is put on paper: what is drawn for that is drawn at once, because the browser waits for nothing. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(print.matches)

  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => flushSync(() => setPrinting(false))
    const change = () => (print.matches ? begin() : end())
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    print.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      print.removeEventListener('change', change)
    }
  }, [])

  return isPrinting
}
