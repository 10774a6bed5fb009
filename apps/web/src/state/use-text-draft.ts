import { useEffect, useState } from 'react'
import { useServices } from './services.ts'
import { useDraftArrivals } from './use-draft-arrivals.ts'

export interface TextDraft {
  readonly typed: string
  readonly isChanged: boolean
  readonly change: (text: string) => void
  readonly revert: () => void
  /** Called when what was typed is saved elsewhere. */
  readonly forget: () => void
}

/** A long text that is being changed. What is typed survives a reload until it is saved or given up (W5). */
export function useTextDraft(name: string, saved: string): TextDraft {
  const { drafts } = useServices()
  const [typed, setTyped] = useState<string | null>(() => drafts.read(name)?.text ?? null)
  useDraftArrivals(name, content => setTyped(content?.text ?? null))
  const isChanged = typed !== null && typed !== saved

  // Once it is saved nothing is left to keep: it would come back as a change when the saved text changes again.
  useEffect(() => {
    if (typed === null || typed !== saved) return
    void drafts.write(name, null)
    setTyped(null)
  }, [typed, saved, name, drafts])

  function forget(): void {
    void drafts.write(name, null)
    setTyped(null)
  }

  return {
    typed: typed ?? saved,
    isChanged,
    change(text) {
      if (text === saved) return forget()
      setTyped(text)
      void drafts.write(name, { text, files: [], unsent: null })
    },
    revert: forget,
    forget,
  }
}
