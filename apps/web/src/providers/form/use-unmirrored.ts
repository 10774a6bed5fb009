import { type RefObject, useEffect } from 'react'

/**
 * React mirrors what is typed into an attribute of the document, also after its effects have run, and there whatever reads or saves
 * the page would find a secret: the attribute is taken away whenever it comes.
 */
export function useUnmirrored(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const watched = place.current
    if (watched === null) return
    const observer = new MutationObserver(() => {
      for (const input of watched.querySelectorAll('input[type="password"][value]')) input.removeAttribute('value')
    })
    observer.observe(watched, { attributeFilter: ['value'], subtree: true })
    return () => observer.disconnect()
  }, [place])
}
