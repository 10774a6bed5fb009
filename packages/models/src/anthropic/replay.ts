import type { Json, NativeContent } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject } from '../transport/json-field.ts'
import { type Block, isBlankText, isProviderCall, isProviderResult, isThinking } from './block.ts'

/** What became of an earlier answer on its way back, beyond being sent as it came. */
export interface Losses {
  /** Texts whose citations were left out. */
  citations: number
  /** Texts of nothing but blanks. */
  blanks: number
  /** Calls of the provider's own tools that it did not answer itself. */
  unanswered: number
}

export interface Place {
  /** Whether the turn before it holds a tool result: there the indices of citations are invalid (C7). */
  readonly afterResult: boolean
  /** Whether nothing follows it: there a call of the provider's own may wait for its result (`pause_turn`). */
  readonly isLast: boolean
}

/** The blocks of an answer that goes native. Each is the very object that was kept, unless Anthropic refuses it so. */
export function replay({ protocol, content }: NativeContent, place: Place, losses: Losses): readonly Block[] {
  if (protocol !== 'anthropic' || !isBlockList(content)) {
    const message = `an answer in the words of ${protocol} cannot be sent to Anthropic as it is`
    throw new ModelError('invalid-request', { message })
  }
  const answered = new Set(content.filter(isProviderResult).map(block => block.tool_use_id))
  const kept = content.filter(block => {
    if (isBlankText(block)) losses.blanks += 1
    else if (!place.isLast && isProviderCall(block) && !answered.has(block.id)) losses.unanswered += 1
    else return true
    return false
  })
  const blocks = kept.length === content.length ? kept : withoutLastThoughts(kept)
  return place.afterResult ? blocks.map(block => withoutCitations(block, losses)) : blocks
}

function isBlockList(content: Json): content is readonly Block[] {
  return isJsonList(content) && content.every(isJsonObject)
}

/** Thoughts that nothing follows any more are refused. */
function withoutLastThoughts(blocks: readonly Block[]): readonly Block[] {
  return blocks.slice(0, blocks.findLastIndex(block => !isThinking(block)) + 1)
}

function withoutCitations(block: Block, losses: Losses): Block {
  const { citations, ...rest } = block
  if (block.type !== 'text' || !isJsonList(citations) || citations.length === 0) return block
  losses.citations += 1
  return rest
}
