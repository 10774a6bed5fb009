import type { Json } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, type JsonObject, parseJson } from '../transport/json-field.ts'
import { type Draft, mergeDelta } from './merge-delta.ts'

interface Call {
  readonly index: number | null
  /** As it goes back to the provider. */
  readonly native: Draft
  /** Null until the name of the tool is known, with which its part starts. */
  part: number | null
  /** Input that came before the name. */
  held: string
}

export interface CallReader {
  /** Takes one entry of a delta's `tool_calls`. */
  read(entry: Json): void
  /** What was made of a call whose tool never got a name: it is shown, and no tool answers to it. */
  end(): void
  /** As they go back to the provider, in the order in which they began. */
  natives(): readonly Json[]
}

/**
 * Puts calls together from their pieces. Servers differ in how they say which call a piece belongs to: by an index, by an id that may
 * come anew with every piece, by both, or by neither; some number all calls 0 (FP-11).
 */
export function createCallReader(builder: AnswerBuilder): CallReader {
  const calls: Call[] = []

  function find(entry: JsonObject): Call | null {
    const index = typeof entry.index === 'number' ? entry.index : null
    const known = index === null ? findWithout(entry) : (calls.findLast(call => call.index === index) ?? null)
    return known !== null && isAnother(known, entry) ? null : known
  }

  function findWithout(entry: JsonObject): Call | null {
    const id = nonEmpty(entry.id)
    if (id !== null) return calls.findLast(call => call.native.id === id) ?? null
    return nameOf(entry) === null ? (calls.at(-1) ?? null) : null
  }

  function start(call: Call, name: string): number {
    call.part = builder.start({ kind: 'tool-call', tool: name, providerCallId: nonEmpty(call.native.id) })
    builder.delta(call.part, call.held)
    return call.part
  }

  return {
    read(entry) {
      if (!isJsonObject(entry)) return
      let call = find(entry)
      if (call === null) {
        call = { index: typeof entry.index === 'number' ? entry.index : null, native: {}, part: null, held: '' }
        calls.push(call)
      }
      mergeCall(call.native, entry)
      const input = inputOf(entry)
      const name = nameOf(call.native)
      if (call.part !== null) builder.delta(call.part, input)
      else {
        call.held += input
        if (name !== null) start(call, name)
      }
    },
    end() {
      for (const call of calls) if (call.part === null) start(call, '')
    },
    natives: () => calls.map(({ native }) => native),
  }
}

/** A piece with a name of its own begins another call when its id says so, or when the call before it is already whole. */
function isAnother({ native }: Call, entry: JsonObject): boolean {
  if (nameOf(entry) === null || nameOf(native) === null) return false
  const [before, id] = [nonEmpty(native.id), nonEmpty(entry.id)]
  if (before !== null && id !== null) return before !== id
  return inputOf(entry) !== '' && parseJson(inputOf(native)) !== undefined
}

/** Names and ids come once, or again with every piece: the first stands. */
function mergeCall(native: Draft, entry: JsonObject): void {
  const { index: _index, id, function: called, ...others } = entry
  if (id !== undefined && nonEmpty(native.id) === null) native.id = id
  mergeDelta(native, others)
  if (!isJsonObject(called)) return
  const before = isJsonObject(native.function) ? native.function : {}
  const { name, ...rest } = called
  const merged: Draft = { ...before }
  if (name !== undefined && nonEmpty(before.name) === null) merged.name = name
  mergeDelta(merged, rest)
  native.function = merged
}

/** `custom` is the other kind of tool that OpenAI knows. */
function nameOf(call: JsonObject): string | null {
  return nonEmpty(fieldOf(call, 'name'))
}

function inputOf(call: JsonObject): string {
  const input = fieldOf(call, 'arguments') ?? fieldOf(call, 'input')
  if (input === undefined || input === null) return ''
  // Some servers send the arguments as the object itself.
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function fieldOf(call: JsonObject, name: string): Json | undefined {
  const made = call.function ?? call.custom
  return isJsonObject(made) ? made[name] : undefined
}

function nonEmpty(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
