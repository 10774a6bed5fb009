import type { ContextSettings, ModelRequest, RequestMessage, SystemBlock } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { contentAt, type Draft } from './draft.ts'
import { placeEffort } from './place-effort.ts'
import { changesOf } from './place-prompt.ts'
import { placeTools, type ToolChanges } from './place-tools.ts'
import { fingerprintOf } from './request-blocks.ts'

/** The request that a draft is so far. */
export function toRequest(draft: Draft, input: AssembleInput): ModelRequest {
  const { settings, webFetch, previous } = input
  const { declared, webSearch, changes } = placeTools(draft, input)
  const { cacheMarks } = draft
  const texts = draft.system.flatMap(({ text }) => (text === null ? [] : [text]))
  const system = texts.map(
    (text, index): SystemBlock => ({ text, cacheMark: cacheMarks.system && index === texts.length - 1 }),
  )
  const messages: RequestMessage[] = []
  if (draft.opening !== null && draft.opening.text !== null) {
    const parts = [{ kind: 'text' as const, text: draft.opening.text }]
    messages.push({ form: 'plain', messageId: null, role: 'user', parts, cacheMark: false })
  }
  const marked = new Set(cacheMarks.messages)
  const prompts = changesOf(draft.prompts)
  const efforts = placeEffort(draft, input)
  const effortAfter = new Map(efforts?.map(({ after, effort }) => [after, effort]))
  for (let index = 0; index < draft.contents.length; index += 1) {
    const content = contentAt(draft, index)
    if (content === null) continue
    const { messageId: id } = content
    const spoken = draft.roles[index] === 'env-changed' ? bySystem(content, input) : content
    const extras = id === null ? {} : { tools: changes.get(id), said: prompts.get(id), effort: effortAfter.get(id) }
    messages.push(withExtras(spoken, marked.has(index), extras))
  }
  const own = { ...(webSearch && { webSearch: true as const }), ...(webFetch && { webFetch: true as const }) }
  const compared = previous?.responseId === undefined ? {} : { comparedWith: previous.responseId }
  const life = draft.cacheLife === null ? {} : { cacheMinutes: draft.cacheLife.minutes }
  const placed = {
    ...(input.model.appendsSystem === true && { prompts: draft.prompts }),
    ...(efforts !== null && { efforts }),
  }
  const asked = askedOfProvider(settings.reasoning)
  return { system, messages, tools: declared, ...own, ...asked, ...compared, ...life, ...placed }
}

/**
 * A note about the environment as the system says it, where the model takes that after a message (H8). One that an earlier request had the user say stays as it
 * is, so that what follows it stays cached.
 */
function bySystem(content: RequestMessage, { model, plainReplay, previous }: AssembleInput): RequestMessage {
  if (model.appendsSystem !== true || plainReplay === true || content.role !== 'user') return content
  const before = previous?.blocks.find(({ name }) => name === content.messageId)
  return before?.fingerprint === fingerprintOf(content) ? content : { ...content, bySystem: true }
}

interface Extras {
  readonly tools?: ToolChanges | undefined
  readonly said?: string | undefined
  readonly effort?: string | undefined
}

function withExtras(content: RequestMessage, isMarked: boolean, { tools, said, effort }: Extras): RequestMessage {
  const marked = isMarked ? { ...content, cacheMark: true } : content
  if (marked.role === 'assistant' || (tools ?? said ?? effort) === undefined) return marked
  const { added = [], removed = [], webSearch } = tools ?? {}
  return {
    ...marked,
    ...(added.length > 0 && { toolsAfter: added }),
    ...(removed.length > 0 && { toolsRemoved: removed }),
    ...(webSearch !== undefined && { webSearchAfter: webSearch }),
    ...(said !== undefined && { systemAfter: said }),
    ...(effort !== undefined && marked.role === 'user' && { effortAfter: effort }),
  }
}

/** What the provider is asked to do with the reasoning that is sent: unasked, many models ignore some of it. */
function askedOfProvider(setting: ContextSettings['reasoning']): Pick<ModelRequest, 'earlierReasoning'> {
  if (setting === 'model') return {}
  return { earlierReasoning: setting === 'none' ? 'drop' : 'keep' }
}
