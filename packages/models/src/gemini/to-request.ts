import type { Json, ModelRequest } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { textField } from '../transport/json-field.ts'
import { applySettings } from './apply-settings.ts'
import type { GeminiBody, GeminiTool } from './body.ts'
import { toContents } from './to-contents.ts'
import { traitsOf } from './traits.ts'

export interface MappedRequest {
  readonly body: GeminiBody
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** The view of a chat in Gemini's words. */
export function toRequest({ request, facts, settings, files }: Omit<MappingInput, 'connection'>): MappedRequest {
  const notes: string[] = []
  const traits = traitsOf(facts.model)
  const { generationConfig, googleSearch, notApplied } = applySettings(facts, settings)
  const system = request.system.filter(block => isSaid(block.text)).map(({ text }): Json => ({ text }))
  const contents = goOn(toContents(request.messages, { facts, traits, files, notes }), notes)

  const offered = facts.takes.tools ? request.tools : []
  if (offered.length < request.tools.length) notes.push('the tools were left out: this model takes none')
  const isBoth = googleSearch && offered.length > 0
  const searches = googleSearch && (!isBoth || traits.searchesBesideTools)
  if (isBoth && !searches) notes.push('the web search was left out: this model cannot search beside tools')

  const tools: readonly GeminiTool[] = [
    ...(offered.length > 0 ? [{ functionDeclarations: offered.map(toDeclaration) }] : []),
    ...(searches ? [{ googleSearch: {} }] : []),
  ]
  const asMessage = system.length > 0 && !traits.takesSystem
  if (asMessage) notes.push('the system prompt went as the first message: this model takes none')
  return {
    body: {
      contents: asMessage ? [{ role: 'user', parts: system }, ...contents] : contents,
      ...(system.length > 0 && !asMessage && { systemInstruction: { parts: system } }),
      ...(tools.length > 0 && { tools }),
      ...(isBoth && searches && { toolConfig: { includeServerSideToolInvocations: true } }),
      ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    },
    notApplied:
      isBoth && !searches
        ? [...notApplied, { setting: 'webSearch', because: 'This model cannot search the web beside tools.' }]
        : notApplied,
    notes,
  }
}

const GO_ON = 'Your last message broke off. Go on exactly where it ends, and repeat nothing of it.'

/** An answer that is to go on (R9) is asked for: behind its own last words Gemini begins anew. */
function goOn(contents: readonly Json[], notes: string[]): readonly Json[] {
  if (textField(contents.at(-1), 'role') !== 'model') return contents
  notes.push('Gemini does not go on behind its own last words, so it is asked to')
  return [...contents, { role: 'user', parts: [{ text: GO_ON }] }]
}

function toDeclaration({ name, description, input }: ModelRequest['tools'][number]) {
  return { name, description, parametersJsonSchema: input }
}
