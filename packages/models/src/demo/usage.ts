import type { AssistantPart, Json, ModelRequest, RequestMessage, ToolResultPart, Usage } from '@stet/history'
import { partsOfNative } from './native.ts'
import type { DemoPart } from './scene.ts'

/** The demo has no tokenizer: four characters count as one token, a rule of thumb for English text. */
const CHARACTERS_PER_TOKEN = 4

export interface DemoUsage {
  readonly [key: string]: Json
  readonly promptCharacters: number
  readonly answerCharacters: number
  readonly thinkingCharacters: number
}

/** The demo's own report: characters in, characters out; `answerCharacters` includes `thinkingCharacters`. */
export function measure(request: ModelRequest, parts: readonly DemoPart[]): DemoUsage {
  return {
    promptCharacters:
      total(request.system.map(block => block.text.length)) +
      total(request.messages.flatMap(partsOf).map(charactersOf)) +
      total(request.tools.map(tool => JSON.stringify(tool).length)),
    answerCharacters: total(parts.map(part => streamedText(part).length)),
    thinkingCharacters: total(parts.map(part => (part.kind === 'reasoning' ? part.text.length : 0))),
  }
}

export function toUsage(raw: DemoUsage): Usage {
  return {
    input: Math.ceil(raw.promptCharacters / CHARACTERS_PER_TOKEN),
    cacheRead: 0,
    cacheWrite: 0,
    output: Math.ceil(raw.answerCharacters / CHARACTERS_PER_TOKEN),
    reasoning: Math.ceil(raw.thinkingCharacters / CHARACTERS_PER_TOKEN),
    webSearches: 0,
  }
}

/** The text that a part is streamed as. */
export function streamedText(part: DemoPart): string {
  return part.kind === 'tool-call' ? part.input : part.text
}

function partsOf(message: RequestMessage): readonly (AssistantPart | DemoPart | ToolResultPart)[] {
  return message.form === 'native' ? partsOfNative(message.native) : message.parts
}

function charactersOf(part: AssistantPart | DemoPart | ToolResultPart): number {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text.length
    case 'tool-call':
      return part.tool.length + part.input.length
    case 'tool-result':
      return total(part.content.map(charactersOf))
    case 'provider-call':
    case 'source':
    case 'file':
    case 'error':
      return 0
  }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
