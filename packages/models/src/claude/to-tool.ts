import type {
  BetaRequestToolAdditionBlock,
  BetaRequestToolRemovalBlock,
} from '@anthropic-ai/sdk/resources/beta/messages'
import type { MemoryTool20250818, Tool, WebSearchTool20250305 } from '@anthropic-ai/sdk/resources/messages'
import type { Json, ToolDeclaration } from '@stet/history'
import { type ToolNames, toParameters } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import type { Block } from './blocks.ts'

const MEMORY = { type: 'memory_20250818', name: 'memory' } satisfies MemoryTool20250818

/** A tool that Anthropic declares itself: the model was trained with it. */
function isMemory(native: Json | undefined): boolean {
  return JSON.stringify(native) === JSON.stringify(MEMORY)
}

/** How a tool is declared. */
export function toTool({ name, description, input, native }: ToolDeclaration, names: ToolNames) {
  if (isMemory(native?.anthropic)) return MEMORY
  return {
    name: names.toWire(name),
    ...(isSaid(description) && { description }),
    input_schema: { ...toParameters(input), type: 'object' as const } satisfies Tool['input_schema'],
  }
}

export const WEB_SEARCH = { type: 'web_search_20250305', name: 'web_search' } satisfies WebSearchTool20250305

/** The same tool, offered from a message on (C21). */
export function toAddition(tool: ToolDeclaration, names: ToolNames): Block {
  return additionOf(toTool(tool, names))
}

function additionOf(definition: ReturnType<typeof toTool> | typeof WEB_SEARCH): Block {
  return {
    type: 'tool_addition' satisfies BetaRequestToolAdditionBlock['type'],
    tool: { type: 'tool_definition', definition },
  }
}

/** A tool that is offered no longer after a message; it stays declared before it (C21). */
export function toRemoval(tool: string, names: ToolNames): Block {
  return removalOf(names.toWire(tool))
}

function removalOf(name: string): Block {
  return {
    type: 'tool_removal' satisfies BetaRequestToolRemovalBlock['type'],
    tool: { type: 'tool_reference', name } satisfies BetaRequestToolRemovalBlock['tool'],
  }
}

/** The provider's own web search, offered or withdrawn in the same way. */
export function toSearchChange(isOffered: boolean): Block {
  return isOffered ? additionOf(WEB_SEARCH) : removalOf(WEB_SEARCH.name)
}
