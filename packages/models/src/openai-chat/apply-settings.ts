import type { AnswerSettings, Json, ModelFacts } from '@stet/history'
import type { Definition, DefinitionOptions } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import type { KnownModel } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'
import { type AppliedReasoning, applyReasoning } from './apply-reasoning.ts'

export interface AppliedSettings {
  /** Fields of the request, by their names on the wire. */
  readonly fields: Readonly<Record<string, Json>>
  /** Tools that the server itself runs. */
  readonly serverTools: readonly Json[]
  /** The beginning that is given to the answer; empty for none. */
  readonly prefill: string
  readonly notApplied: readonly NotApplied[]
}

/** The settings of a chat as this server takes them, and those that it or the model cannot take. */
export function applySettings(
  facts: ModelFacts,
  settings: AnswerSettings,
  { options }: Pick<Definition, 'options'>,
): AppliedSettings {
  const known = findKnown('openai-chat', facts.model)
  const notApplied: NotApplied[] = []
  const leaveOut = (setting: string, because: string) => notApplied.push({ setting, because })

  const reasoning = applyReasoning(facts, settings.reasoning, options, known)
  const fields: Record<string, Json> = {}
  applySampling(fields, settings, options, whatIsRefused(known, reasoning), leaveOut)
  applyOutputLimit(fields, settings, facts, options, leaveOut)
  Object.assign(fields, reasoning.fields)
  notApplied.push(...reasoning.notApplied)

  const serverTools: Json[] = []
  if (settings.webSearch) {
    if (options.webSearchField === 'openrouter:web_search') serverTools.push({ type: 'openrouter:web_search' })
    else if (options.webSearchField === 'web_search_options') fields.web_search_options = {}
    else leaveOut('webSearch', 'This provider is not known to search the web over Chat Completions.')
  }

  let { prefill } = settings
  if (prefill !== '' && options.prefill === 'none') {
    leaveOut('prefill', 'This provider is not known to take a prefill.')
    prefill = ''
  } else if (prefill !== '' && known?.refuses?.includes('prefill')) {
    leaveOut('prefill', 'This model takes no prefill.')
    prefill = ''
  }
  return { fields, serverTools, prefill, notApplied }
}

type LeaveOut = (setting: string, because: string) => void

function whatIsRefused(known: KnownModel | null, { off }: AppliedReasoning): ReadonlySet<string> {
  return new Set([...(known?.refuses ?? []), ...(off ? [] : (known?.refusesWhileReasoning ?? []))])
}

function applySampling(
  fields: Record<string, Json>,
  { temperature, topP, topK }: AnswerSettings,
  { takesTopK }: DefinitionOptions,
  refused: ReadonlySet<string>,
  leaveOut: LeaveOut,
): void {
  if (temperature !== null) {
    if (refused.has('temperature')) leaveOut('temperature', 'This model sets its temperature itself.')
    else fields.temperature = temperature
  }
  if (topP !== null) {
    if (refused.has('topP')) leaveOut('topP', 'This model sets its top-p itself.')
    else if (refused.has('temperature+topP') && fields.temperature !== undefined) {
      leaveOut('topP', 'This model takes either a temperature or a top-p.')
    } else fields.top_p = topP
  }
  if (topK !== null) {
    if (!takesTopK) leaveOut('topK', 'This provider has no top-k over Chat Completions.')
    else if (refused.has('topK')) leaveOut('topK', 'This model sets its top-k itself.')
    else fields.top_k = topK
  }
}

function applyOutputLimit(
  fields: Record<string, Json>,
  { outputLimit }: AnswerSettings,
  { outputLimit: most }: ModelFacts,
  { outputLimitField }: DefinitionOptions,
  leaveOut: LeaveOut,
): void {
  if (outputLimit === null) return
  const isTooMuch = most !== null && outputLimit > most
  if (isTooMuch) leaveOut('outputLimit', `This model writes at most ${most} tokens, which is sent instead.`)
  fields[outputLimitField] = isTooMuch ? most : outputLimit
}
