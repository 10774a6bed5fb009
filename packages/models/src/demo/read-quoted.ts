import type { ModelRequest } from '@stet/history'
import { readMessages, type Spoken } from './read-request.ts'

/** What the demo understands of a request for a summary. */
export interface ToSummarise {
  /** The summary of what came before; null without one. */
  readonly earlier: string | null
  readonly said: readonly Spoken[]
  /** How many words were asked for at most. */
  readonly mostWords: number
  /** Whether the sections of a snapshot were asked for and not prose. */
  readonly asSnapshot: boolean
}

/** A conversation is given as quoted lines, each group below a line that says who spoke; else as the messages of the request. */
export function readQuoted(request: ModelRequest): ToSummarise {
  const messages = readMessages(request)
  const frame = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const groups = groupsIn(frame)
  return {
    earlier: groups.find(({ heading }) => heading.startsWith('Summary of what came before'))?.text ?? null,
    said: groups.length === 0 ? messages : groups.flatMap(toSpoken),
    mostWords: Number(/ at most (\d+) words\.$/u.exec(frame)?.[1] ?? Number.POSITIVE_INFINITY),
    asSnapshot: request.system.some(({ text }) => text.includes('<snapshot>')),
  }
}

interface Group {
  readonly heading: string
  readonly text: string
}

function groupsIn(frame: string): readonly Group[] {
  const groups: { heading: string; lines: string[] }[] = []
  let heading = ''
  let open = false
  for (const line of frame.split('\n')) {
    if (!line.startsWith('>')) {
      if (line !== '') heading = line
      open = false
      continue
    }
    const text = line.replace(/^> ?/u, '')
    if (open) groups.at(-1)?.lines.push(text)
    else groups.push({ heading, lines: [text] })
    open = true
  }
  return groups.map(({ heading: given, lines }) => ({ heading: given, text: lines.join('\n') }))
}

/** Who spoke under a heading. Continuations and tool results are not summarised. */
function toSpoken({ heading, text }: Group): readonly Spoken[] {
  if (heading === 'User:') return [{ role: 'user', text }]
  return heading === 'Assistant:' ? [{ role: 'assistant', text }] : []
}
