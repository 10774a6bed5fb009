import type { AssistantPart, CallId, FilePart, SourcePart, TextPart, ToolResultPart, UserPart } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import type { CompactionPlan, PlainMessage } from './compaction-plan.ts'

/** One thing that was said or done. The heading is ours, the content is whatever it is. */
export interface Block {
  readonly heading: string
  readonly content: string
}

/** What a plan summarises, the earlier summary first. Calls are numbered, so that a result names its call. */
export function* toBlocks({ earlier, summarise }: Summarised): Generator<Block> {
  const numbers = new Map<CallId, number>()
  if (earlier !== null) yield { heading: 'Summary of what came before:', content: earlier.text }
  for (const message of summarise) yield* messageBlocks(message, numbers)
}

export type Summarised = Pick<CompactionPlan, 'earlier' | 'summarise'>

function messageBlocks(message: PlainMessage, numbers: Map<CallId, number>): readonly Block[] {
  switch (message.role) {
    case 'user':
      return message.parts.flatMap(part => saidBlocks('User', part))
    case 'assistant':
      return message.parts.flatMap(part => answerBlocks(part, numbers))
    case 'tool-results':
      return message.parts.flatMap(part => resultBlocks(part, numbers))
  }
}

function saidBlocks(who: string, part: UserPart): readonly Block[] {
  if (part.kind === 'file') return [{ heading: `${who}, a file:`, content: fileLine(part) }]
  return part.text === '' ? [] : [{ heading: `${who}:`, content: part.text }]
}

function answerBlocks(part: AssistantPart, numbers: Map<CallId, number>): readonly Block[] {
  switch (part.kind) {
    case 'text':
    case 'file':
      return saidBlocks('Assistant', part)
    case 'tool-call': {
      const number = numbers.size + 1
      numbers.set(part.callId, number)
      return [{ heading: `Assistant, tool call ${number}:`, content: `${part.tool}\n${part.input}` }]
    }
    case 'source':
      return [{ heading: 'Assistant, a source:', content: sourceLines(part) }]
    case 'reasoning':
    case 'provider-call':
    case 'error':
      return []
  }
}

function resultBlocks({ callId, outcome, content }: ToolResultPart, numbers: Map<CallId, number>): readonly Block[] {
  const number = numbers.get(callId)
  const heading = `Result of ${number === undefined ? 'a tool call' : `tool call ${number}`} (${outcome})`
  if (content.length === 0) return [{ heading: `${heading}:`, content: '' }]
  return content.map((part: TextPart | FilePart) =>
    part.kind === 'file'
      ? { heading: `${heading}, a file:`, content: fileLine(part) }
      : { heading: `${heading}:`, content: part.text },
  )
}

function fileLine({ name, mediaType, size }: FilePart): string {
  return `${name}\n${mediaType}, ${withThousands(size)} bytes`
}

function sourceLines({ url, title, citedText }: SourcePart): string {
  return [url, title, citedText].filter(line => line !== null).join('\n')
}

/** Whatever any reader takes for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** Every line behind a `> `, so that no text can pass for what is around it. Nothing else changes. */
export function quoteText(text: string): string {
  return `> ${text.replace(LINE_END, '$&> ')}`
}
