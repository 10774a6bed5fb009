import { type ContextSettings, type Message, type MessageId, type ModelFacts, pathTo, treeOf } from '@stet/history'
import { createHistoryBuilder, type HistoryBuilder } from '@stet/history/testing'
import { type Assembly, assemble } from '../assemble.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { defaultContextSettings } from '../settings.ts'
import { roughTokenCounts } from './rough-token-counts.ts'

/** The model that wrote what the facts of `@stet/history/testing` say, with a window that holds every example. */
export const exampleModel: ModelFacts = {
  definition: 'demo',
  protocol: 'demo',
  model: 'demo',
  name: 'Demo',
  contextWindow: 1_000_000,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'none',
}

/** Without markers, whose facts would fill every expected text; tests of markers switch them on. */
export function exampleSettings(fields: Partial<ContextSettings> = {}): ContextSettings {
  return { ...defaultContextSettings(exampleModel), markers: 'off', ...fields }
}

/** An input for examples: what a test does not name is as a new chat has it, without markers. */
export function exampleInput(path: readonly Message[], fields: Partial<AssembleInput> = {}): AssembleInput {
  return {
    path,
    lifts: [],
    marks: [],
    settings: exampleSettings(),
    model: exampleModel,
    system: '',
    documents: [],
    tools: [],
    tokens: roughTokenCounts,
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
    ...fields,
  }
}

export type Assembled = Extract<Assembly, { kind: 'assembled' }>

export function assembled(path: readonly Message[], fields: Partial<AssembleInput> = {}): Assembled {
  const assembly = assemble(exampleInput(path, fields))
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}

/** The ids of what is sent, in order; null for a note. */
export function sentOf(path: readonly Message[], fields: Partial<AssembleInput> = {}): readonly (MessageId | null)[] {
  return assembled(path, fields).request.messages.map(message => message.messageId)
}

/** What became of every message, in short: `sent (origins)`. */
export function fatesOf(path: readonly Message[], fields: Partial<AssembleInput> = {}): readonly string[] {
  return assembled(path, fields).report.messages.map(({ fate, layer }) => `${fate} (${layer})`)
}

export function pathIn(builder: HistoryBuilder, tip: MessageId): readonly Message[] {
  return pathTo(treeOf(builder.messages()), tip)
}

export interface ExampleChat {
  readonly builder: HistoryBuilder
  /** Hangs a message on the last one. */
  say(facts: Parameters<HistoryBuilder['add']>[1]): MessageId
  path(): readonly Message[]
}

/** A chat without branches. */
export function exampleChat(): ExampleChat {
  const builder = createHistoryBuilder()
  let tip: MessageId | null = null
  return {
    builder,
    say(facts) {
      tip = builder.add(tip, facts)
      return tip
    },
    path() {
      if (tip === null) throw new Error('nothing was said yet')
      return pathIn(builder, tip)
    },
  }
}
