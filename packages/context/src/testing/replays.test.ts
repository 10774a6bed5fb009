import type { ContextSettings, Message, ModelRequest, RequestMessage } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { type Assembly, assemble } from '../assemble.ts'
import { defaultContextSettings } from '../settings.ts'
import { createTokenCounts } from '../tokens/token-counts.ts'
import { exampleInput, exampleModel } from './example-input.ts'
import { loadReplays, type Replay } from './transcripts.ts'

const replays = loadReplays()

const ways: readonly (readonly [string, Partial<ContextSettings>, number])[] = [
  ['the defaults', {}, 200_000],
  ['forget at once', { toolMemory: { mode: 'forget', afterConclusions: 0 } }, 200_000],
  ['forget after one turn', { toolMemory: { mode: 'forget', afterConclusions: 1 } }, 200_000],
  ['forget after five turns', { toolMemory: { mode: 'forget', afterConclusions: 5 } }, 200_000],
  ['strip', { previousCycles: 'strip' }, 200_000],
  ['a window of 8,000', {}, 8000],
  ['a window of 32,000', {}, 32_000],
  ['cached', { cache: 'cached' }, 200_000],
]

interface Replayed {
  readonly made: number
  readonly breaches: readonly string[]
}

/** A request for every place of a chat where a model would be asked: behind a question and behind results. */
function replay({ name, path, system }: Replay, changed: Partial<ContextSettings>, contextWindow: number): Replayed {
  const tokens = createTokenCounts()
  const model = { ...exampleModel, contextWindow, caching: 'marks' as const }
  const settings = { ...defaultContextSettings(model), ...changed }
  const breaches: string[] = []
  let made = 0
  for (const [index, { id, role }] of path.entries()) {
    if (role === 'assistant') continue
    const part = path.slice(0, index + 1)
    const assembly = assemble(exampleInput(part, { settings, model, system, tokens }))
    made += assembly.kind === 'assembled' ? 1 : 0
    breaches.push(...breachesOf(assembly, part, contextWindow - 512).map(breach => `${name}, ${id}: ${breach}`))
  }
  return { made, breaches }
}

function breachesOf(assembly: Assembly, path: readonly Message[], budget: number): readonly string[] {
  if (assembly.kind === 'cannot-fit') {
    const isNamed = assembly.needs > budget && assembly.largest.length > 0
    return isNamed ? [] : ['it was refused without need or without a name']
  }
  const { total } = assembly.report.budget.used
  const over = total > budget ? [`${total} tokens do not fit into ${budget}`] : []
  return [...over, ...unpairedIn(assembly.request), ...currentMissing(assembly.request, path)]
}

function unpairedIn({ messages }: ModelRequest): readonly string[] {
  const breaches: string[] = []
  let open = ''
  for (const message of messages) {
    const results = message.role === 'tool-results' ? message.parts : []
    const answered = results
      .map(part => part.callId)
      .toSorted()
      .join()
    if (answered !== open) breaches.push(`results [${answered}] stand behind calls [${open}]`)
    open = callsOf(message).toSorted().join()
  }
  return open === '' ? breaches : [...breaches, `calls [${open}] have no results`]
}

function callsOf(message: RequestMessage): readonly string[] {
  if (message.role !== 'assistant') return []
  if (message.form === 'native') return message.calls.map(call => call.callId)
  return message.parts.flatMap(part => (part.kind === 'tool-call' ? [part.callId] : []))
}

function currentMissing({ messages }: ModelRequest, path: readonly Message[]): readonly string[] {
  const current = path.findLast(message => message.role === 'user')
  if (current?.role !== 'user') return []
  const [sent, ...more] = messages.filter(message => message.messageId === current.id)
  const isWhole = sent?.form === 'plain' && current.parts.every((part, index) => sent.parts[index] === part)
  return isWhole && more.length === 0 ? [] : ['the last message of the person is not sent once and whole']
}

describe('replays of recorded chats', () => {
  if (replays === null) {
    it('[C9] [C17] the transcripts are not beside the project, so none is replayed', () => {
      expect(loadReplays()).toBeNull()
    })
    return
  }
  it.each(ways)(
    '[C1] [C9] every request is within its budget, paired, and with the last message whole: %s',
    (_name, settings, window) => {
      const replayed = replays.map(each => replay(each, settings, window))
      expect(replayed.flatMap(({ breaches }) => breaches)).toEqual([])
      expect(replayed.reduce((sum, { made }) => sum + made, 0)).toBeGreaterThan(500)
    },
  )
})
