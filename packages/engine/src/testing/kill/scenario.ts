import type { ContextSettings, ToolChoice } from '@stet/history'
import { answered, asked } from '@stet/history/testing'
import type { ModelEvent } from '@stet/models'
import { TOOLS, type Tool } from '@stet/tools'
import { createLineTool } from '@stet/tools/testing'
import { calling } from '../scripted-calls.ts'
import {
  beginning,
  createScriptedModels,
  finished,
  type Script,
  type ScriptedModels,
  saying,
} from '../scripted-models.ts'

export const OFFERED: readonly ToolChoice[] = ['line_by_itself', 'append_line', 'write_todo'].map(name => ({
  name,
  policy: null,
  options: {},
}))

/** Tools whose effect is a line that names the call: the same line twice is an effect twice. */
export function killTools(append: (callId: string) => Promise<void>): readonly Tool[] {
  const leave = (_: string, { callId }: { readonly callId: string }) => append(callId)
  return [createLineTool(leave, { name: 'line_by_itself', policy: 'auto' }), createLineTool(leave), ...TOOLS]
}

const todos = [{ text: 'Continue', state: 'pending' }]

const SENTENCE = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '.repeat(5)

/** What was said before the run, and a window that does not hold it: the run begins with a summary. */
export const SAID = Array.from({ length: 8 }, (_, turn) => [
  asked(`Question ${turn}. ${SENTENCE}`),
  answered(`Answer ${turn}. ${SENTENCE}`),
]).flat()

export const WINDOW: Partial<ContextSettings> = { maxPromptTokens: 1500, reservedResponseTokens: 0 }

interface Pauses {
  readonly answer: () => Promise<void>
  readonly summary: () => Promise<void>
}

/** Two steps with calls, of which one needs approval, and then a text; all of it by the number of results so far. */
export function killModels(pauses: Pauses): ScriptedModels {
  const answer: Script = async function* ({ request }) {
    const last = request.messages.findLastIndex(({ role }) => role === 'user')
    const steps = request.messages.slice(last).filter(({ role }) => role === 'tool-results').length
    yield* slowly(eventsOf(steps), pauses.answer)
  }
  const summary: Script = () => slowly(saying('They ', 'spoke ', 'of ', 'tides.'), pauses.summary)
  return createScriptedModels(answer, undefined, null, summary)
}

async function* slowly(events: Iterable<ModelEvent>, pause: () => Promise<void>): AsyncGenerator<ModelEvent> {
  for (const event of events) {
    await pause()
    yield event
  }
}

function eventsOf(steps: number): Iterable<ModelEvent> {
  const line = (tool: string) => ({ tool, input: { text: `step ${steps}` } })
  if (steps === 0)
    return calling([line('line_by_itself'), line('append_line'), { tool: 'write_todo', input: { todos } }])
  if (steps === 1) return calling([line('line_by_itself'), line('line_by_itself')])
  const pieces = ['All ', 'of ', 'it ', 'is ', 'done.']
  return [...beginning(...pieces), finished([{ kind: 'text', text: pieces.join('') }])]
}
