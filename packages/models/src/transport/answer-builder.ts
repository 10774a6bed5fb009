import {
  isNormalised,
  type Json,
  type NativeContent,
  type ProviderCallPart,
  type ProviderRemarks,
  type SourcePart,
  type Usage,
} from '@stet/history'
import type { Answer, AnsweredPart, MadeFile, ModelEvent, PartStart } from '../model-event.ts'

export interface AnswerEndFacts {
  readonly end: Answer['end']
  /** Why it ended so, in the provider's words. */
  readonly because?: string | null
  readonly native: NativeContent | null
  readonly rawUsage: Json | null
  readonly usage: Usage | null
  readonly remarks?: ProviderRemarks
}

/**
 * Makes the events of one answer, so that a protocol folder need not number parts, drop empty deltas or repeat texts at the end.
 * Events queue up until they are taken; text that continues is then one delta.
 */
export interface AnswerBuilder {
  /** The number of the part, by which everything below refers to it. */
  start(start: PartStart): number
  /** Any started part may grow, in any order; nothing happens for an empty text. */
  delta(part: number, text: string): void
  /** A started part and its only delta, for what comes all at once. */
  whole(start: PartStart, text: string): number
  /** Of a reasoning part; the last one given counts. */
  sign(part: number, signature: string): void
  /** Of a call of the provider's own, which is `done` unless this says that it failed, and why in the provider's words. */
  fail(part: number, because?: string | null): void
  /** A part that is published with the end only, after the last part that has started by now. */
  add(part: SourcePart | MadeFile): void
  /** The final text of a part, where the deltas differ from it. */
  correct(part: number, text: string): void
  /** The text of a part so far. */
  textOf(part: number): string
  /** The texts of the answer so far, joined. */
  said(): string
  /** The texts of an answer joined: how much of them comes before this place in a text part. */
  placeIn(part: number, offset: number): number
  /** How many parts have started. */
  count(): number
  finish(facts: AnswerEndFacts): void
  take(): readonly ModelEvent[]
}

interface OpenPart {
  readonly start: PartStart
  text: string
  signature: string | null
  /** What became of a call of the provider's own. */
  ending: Pick<ProviderCallPart, 'outcome' | 'because'>
}

const NOTHING: readonly ModelEvent[] = []

/** `toolNames`: the tools' own names, by their names on the wire. */
export function createAnswerBuilder(toolNames: ReadonlyMap<string, string> = new Map()): AnswerBuilder {
  const open: OpenPart[] = []
  const inOrder: (OpenPart | SourcePart | MadeFile)[] = []
  let queue: ModelEvent[] = []
  let finished = false

  function partAt(part: number): OpenPart {
    const opened = open[part]
    if (opened === undefined) throw new Error(`part ${part} has not started`)
    return opened
  }

  function start(named: PartStart): number {
    if (finished) throw new Error('a part starts after the end of its answer')
    const tool = named.kind === 'tool-call' ? toolNames.get(named.tool) : undefined
    const partStart = tool === undefined ? named : { ...named, tool }
    const opened: OpenPart = { start: partStart, text: '', signature: null, ending: { outcome: 'done' } }
    const part = open.push(opened) - 1
    inOrder.push(opened)
    queue.push({ kind: 'part-started', part, start: partStart })
    return part
  }

  function delta(part: number, text: string): void {
    if (text === '') return
    if (finished) throw new Error('a delta comes after the end of its answer')
    partAt(part).text += text
    const last = queue.at(-1)
    if (last?.kind === 'part-delta' && last.part === part) queue[queue.length - 1] = { ...last, text: last.text + text }
    else queue.push({ kind: 'part-delta', part, text })
  }

  return {
    start,
    delta,
    whole(partStart, text) {
      const part = start(partStart)
      delta(part, text)
      return part
    },
    sign(part, signature) {
      partAt(part).signature = signature
    },
    fail(part, because = null) {
      partAt(part).ending = { outcome: 'failed', ...(because !== null && { because }) }
    },
    add(part) {
      inOrder.push(part)
    },
    correct(part, text) {
      partAt(part).text = text
    },
    textOf: part => partAt(part).text,
    said: () => open.map(({ start: { kind }, text }) => (kind === 'text' ? text : '')).join(''),
    placeIn(part, offset) {
      const before = open.slice(0, part).filter(({ start: { kind } }) => kind === 'text')
      return before.reduce((length, { text }) => length + text.length, offset)
    },
    count: () => open.length,
    finish({ end, because = null, native, rawUsage, usage, remarks }) {
      if (finished) throw new Error('an answer ends twice')
      finished = true
      const parts = inOrder.map(entry => ('start' in entry ? toPart(entry) : entry))
      // A figure that is no count would spoil every total it is added to (FP-16).
      const figures = usage !== null && isNormalised(usage) ? usage : null
      queue.push({
        kind: 'answer-finished',
        answer: {
          end,
          parts,
          native,
          rawUsage,
          usage: figures,
          ...(remarks !== undefined && saysSomething(remarks) && { remarks }),
          ...(because !== null && because !== '' && { because }),
        },
      })
    },
    take() {
      if (queue.length === 0) return NOTHING
      const taken = queue
      queue = []
      return taken
    },
  }
}

function toPart({ start, text, signature, ending }: OpenPart): AnsweredPart {
  switch (start.kind) {
    case 'text':
      return { kind: 'text', text }
    case 'reasoning':
      return { kind: 'reasoning', text, signature }
    case 'tool-call':
      return { kind: 'tool-call', tool: start.tool, input: text, providerCallId: start.providerCallId }
    case 'provider-call':
      return { kind: 'provider-call', tool: start.tool, input: text, ...ending }
  }
}

function saysSomething({ responseId, dropped, cacheMiss }: ProviderRemarks): boolean {
  return responseId !== null || dropped.length > 0 || cacheMiss !== null
}
