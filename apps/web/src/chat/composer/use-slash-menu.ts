import { completeSlash, readSlash, type TypedSlash } from '@stet/api/client'
import { type KeyboardEvent, useId, useState } from 'react'

/** Completion of a command in the composer: which are offered, which is chosen, and what keys do. */
export function useSlashMenu(text: string, setText: (text: string) => void, run: ((typed: TypedSlash) => void) | null) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const offered = run === null || closedAt === text ? [] : completeSlash(text)
  const at = Math.min(chosen, offered.length - 1)
  const active = offered[at]

  function complete(name: string): void {
    const command = offered.find(each => each.name === name)
    setChosen(0)
    if (command?.argument === null) submit(`/${name}`)
    else setText(`/${name} `)
  }

  /** Runs what is typed if it is a command. */
  function submit(typed: string): boolean {
    const slash = run === null ? null : readSlash(typed)
    if (slash === null) return false
    setText('')
    run?.(slash)
    return true
  }

  /** Whether the key was for the list. */
  function onKey(event: KeyboardEvent): boolean {
    if (active === undefined) return false
    switch (event.key) {
      case 'ArrowDown':
        setChosen((at + 1) % offered.length)
        return true
      case 'ArrowUp':
        setChosen((at + offered.length - 1) % offered.length)
        return true
      case 'Tab':
        setText(`/${active.name}${active.argument === null ? '' : ' '}`)
        return true
      case 'Enter':
        if (event.shiftKey) return false
        complete(active.name)
        return true
      case 'Escape':
        setClosedAt(text)
        return true
      default:
        return false
    }
  }

  return { id, offered, active, complete, submit, onKey }
}

export type SlashMenuState = ReturnType<typeof useSlashMenu>
