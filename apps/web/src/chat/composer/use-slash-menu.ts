import { completeSlash, readSlash, type TypedSlash } from '@stet/api/client'
import { type KeyboardEvent, useId, useState } from 'react'

/** Runs a command that is typed in place of a message. Resolves to whether it was carried out. */
export type RunSlash = (typed: TypedSlash) => Promise<boolean>

interface SlashField {
  readonly text: string
  readonly setText: (text: string) => void
  /** Empties the field, unless something else was typed meanwhile. */
  readonly clear: (text: string) => void
}

/** Completes a command in the composer: what is offered, what is selected, what keys do. */
export function useSlashMenu({ text, setText, clear }: SlashField, run: RunSlash | null) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  /** What runs: it stays in the field until it is known to have been carried out. */
  const [running, setRunning] = useState<string | null>(null)
  const offered = run === null || closedAt === text || running === text ? [] : completeSlash(text)
  const at = Math.min(chosen, offered.length - 1)
  const active = offered[at]

  function complete(name: string): void {
    const command = offered.find(each => each.name === name)
    setChosen(0)
    if (command?.argument !== null) setText(`/${name} `)
    else {
      setText(`/${name}`)
      submit(`/${name}`)
    }
  }

  async function carryOut(typed: string, slash: TypedSlash, how: RunSlash): Promise<void> {
    setRunning(typed)
    try {
      if (await how(slash)) clear(typed)
      else setClosedAt(typed)
    } finally {
      setRunning(null)
    }
  }

  /** Runs what is typed if it is a command. */
  function submit(typed: string): boolean {
    const slash = readSlash(typed)
    if (run === null || slash === null) return false
    if (running !== typed) void carryOut(typed, slash, run)
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
        // A complete command runs even without its optional argument.
        if (text !== `/${active.name}` || !submit(text)) complete(active.name)
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
