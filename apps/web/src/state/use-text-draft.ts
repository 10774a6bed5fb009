import { useEffect, useState } from 'react'
import { useServices } from './services.ts'

const SAVE_MS = 500

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
  const isChanged = typed !== null && typed !== saved

  useEffect(() => {
    if (!isChanged) return
    const timer = setTimeout(
      () => drafts.write(name, { files: [], text: typed, editedAt: Date.now(), unsent: null }),
      SAVE_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, isChanged, name, drafts])

  // Once it is saved nothing is left to keep: it would come back as a change when the saved text changes again.
  useEffect(() => {
    if (typed === null || typed !== saved) return
    drafts.remove(name)
    setTyped(null)
  }, [typed, saved, name, drafts])

  function forget(): void {
    drafts.remove(name)
    setTyped(null)
  }

  return {
    typed: typed ?? saved,
    isChanged,
    change(text) {
      if (text === saved) forget()
      else setTyped(text)
    },
    revert: forget,
    forget,
  }
}
