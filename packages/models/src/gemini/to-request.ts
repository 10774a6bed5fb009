import type { FunctionDeclaration } from '@google/genai/web'
import { type Json, type ToolDeclaration, WEB_FETCH } from '@stet/history'
import { type Traits, traitsOf } from '../facts/gemini-traits.ts'
import { besideOwnFetch } from '../mapping/own-fetch.ts'
import { createToolNames, type NameRule, type ToolNames, toGeminiSchema, toParameters } from '../mapping/tools.ts'
import { GO_ON, isSaid } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import { textField } from '../transport/json-field.ts'
import { type AppliedSettings, applySettings } from './apply-settings.ts'
import type { GeminiBody, GeminiTool } from './body.ts'
import { toContents } from './to-messages.ts'

export interface MappedRequest {
  readonly body: GeminiBody
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

export const FUNCTION_NAME: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/, longest: 128 }

/** What context decided to send, as Gemini takes it. */
export function toRequest({ request, facts, settings, files }: Omit<MappingInput, 'connection'>): MappedRequest {
  const notes: string[] = []
  const traits = traitsOf(facts.model)
  const { generationConfig, notApplied, ...own } = applySettings(facts, settings)
  const system = request.system.filter(block => isSaid(block.text)).map(({ text }): Json => ({ text }))
  const names = createToolNames(request.tools, FUNCTION_NAME)
  const mapping = { protocol: 'gemini' as const, takes: facts.takes, traits, files, names, notes }
  const contents = askToContinue(toContents(request.messages, mapping), notes)

  if (request.tools.length > 0 && !facts.takes.tools) notes.push('the tools were left out: this model takes none')
  const { offered, webSearch, webFetch, left } = toOffered(facts.takes.tools ? request.tools : [], own, traits)
  for (const { note } of left) notes.push(note)

  const tools: readonly GeminiTool[] = [
    ...(offered.length > 0 ? [{ functionDeclarations: offered.map(tool => toDeclaration(tool, names)) }] : []),
    ...(webSearch ? [{ googleSearch: {} }] : []),
    ...(webFetch ? [{ urlContext: {} }] : []),
  ]
  const asMessage = system.length > 0 && !traits.takesSystem
  if (asMessage) notes.push('the system prompt went as the first message: this model takes none')
  return {
    body: exactBody<GeminiBody>()({
      contents: asMessage ? [{ role: 'user', parts: system }, ...contents] : contents,
      ...(system.length > 0 && !asMessage && { systemInstruction: { parts: system } }),
      ...(tools.length > 0 && { tools }),
      ...(offered.length > 0 && (webSearch || webFetch) && { toolConfig: { includeServerSideToolInvocations: true } }),
      ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    }),
    toolNames: names.originals,
    notApplied: [...notApplied, ...left.map(({ setting, because }) => ({ setting, because }))],
    notes,
  }
}

interface Offered extends Pick<AppliedSettings, 'webSearch' | 'webFetch'> {
  readonly offered: readonly ToolDeclaration[]
  /** The model's own tools that cannot be beside these. */
  readonly left: readonly (NotApplied & { readonly note: string })[]
}

/** Before Gemini 3 a model takes either its own tools or ours. Stet's fetch alone gives way to the model's, whose fallback it is (T8). */
function toOffered(
  tools: readonly ToolDeclaration[],
  { webSearch, webFetch }: Pick<AppliedSettings, 'webSearch' | 'webFetch'>,
  { searchesBesideTools }: Pick<Traits, 'searchesBesideTools'>,
): Offered {
  const offered = webFetch ? besideOwnFetch(tools) : tools
  if (tools.length === 0 || searchesBesideTools) return { offered, webSearch, webFetch, left: [] }
  if (webFetch && tools.every(({ name }) => name === WEB_FETCH)) return { offered: [], webSearch, webFetch, left: [] }
  const search = {
    setting: 'webSearch',
    because: 'This model cannot search the web beside tools.',
    note: 'the web search was left out: this model cannot search beside tools',
  }
  const fetch = {
    setting: 'webFetch',
    because: 'This model cannot fetch pages beside other tools. Stet’s own tool fetches them.',
    note: 'the web fetch was left out: this model cannot fetch beside tools',
  }
  const left = [...(webSearch ? [search] : []), ...(webFetch ? [fetch] : [])]
  return { offered: tools, webSearch: false, webFetch: false, left }
}

/** An answer that is to be continued (R9) needs to be asked for: after its own last words Gemini begins again. */
function askToContinue(contents: readonly Json[], notes: string[]): readonly Json[] {
  if (textField(contents.at(-1), 'role') !== 'model') return contents
  notes.push('Gemini does not continue after its own last words, so it is asked to')
  return [...contents, { role: 'user', parts: [{ text: GO_ON }] }]
}

function toDeclaration({ name, description, input }: ToolDeclaration, names: ToolNames) {
  return {
    name: names.toWire(name),
    description,
    parametersJsonSchema: toGeminiSchema(toParameters(input)),
  } satisfies FunctionDeclaration
}
