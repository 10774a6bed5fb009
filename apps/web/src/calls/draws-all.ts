import type { Drawing } from '@stet/api/client'
import { signsIn } from '../ui/text/reveal.ts'
import { type Argument, readArguments } from './read-arguments.ts'

/**
 * Whether the drawings of a call show all of its arguments, so that the arguments need not be read as well. Characters that cannot be seen
 * are only marked in the arguments.
 */
export function drawsAll(drawings: readonly Drawing[], input: string): boolean {
  const given = readArguments(input) ?? []
  return (
    given.length > 0 &&
    given.every(
      argument => signsIn([argument.text]).length === 0 && drawings.some(drawing => drawsArgument(drawing, argument)),
    )
  )
}

function drawsArgument(drawing: Drawing, { name, kind, text }: Argument): boolean {
  if (drawing.kind === 'code') return kind === 'text' && text === drawing.text
  if (drawing.kind !== 'todos' || name !== 'todos' || kind !== 'list') return false
  // What the tool ignores is in the arguments alone.
  const items = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[]
  return (
    items.length === drawing.todos.length &&
    drawing.todos.every((todo, index) => {
      const item = items[index] ?? {}
      return Object.keys(item).length === 2 && item.text === todo.text && item.state === todo.state
    })
  )
}
