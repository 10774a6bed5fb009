import type { Message, Part, RequestMessage } from '@stet/history'
import type { Assembly } from '../assemble.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { defaultContextSettings } from '../settings.ts'

/** A scenario as a page: the chat, what is set otherwise than by default, what is sent, and why. */
export function render(title: string, input: AssembleInput, assembly: Assembly): string {
  const names = new Map<string | null, string>(input.path.map((message, index) => [message.id, `m${index + 1}`]))
  const name = (id: string | null): string => names.get(id) ?? 'note'
  return [
    `# ${title}`,
    '## The chat',
    table(
      ['', 'role', 'says'],
      input.path.map(message => [name(message.id), message.role, recorded(message)]),
    ),
    '## Set otherwise',
    list(settingsOf(input, name)),
    '## What is sent',
    assembly.kind === 'cannot-fit' ? `Nothing. ${assembly.because}` : sent(assembly, name),
    '## Why',
    reasons(assembly, name),
    '',
  ].join('\n\n')
}

function settingsOf(input: AssembleInput, name: (id: string) => string): readonly string[] {
  const defaults: Record<string, unknown> = { ...defaultContextSettings(input.model) }
  const settings = Object.entries(input.settings)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const marks = input.marks.map(mark => `${name(mark.messageId)} is ${mark.kind}`)
  const untaken = (['images', 'files'] as const)
    .filter(kind => !input.model.takes[kind])
    .map(kind => `, takes no ${kind}`)
  const reader =
    `read by ${input.model.model}, a window of ${input.model.contextWindow}, caching by ${input.model.caching}` +
    untaken.join('')
  const documents = input.documents.map(document => `document ${document.name}: ${shortened(document.text)}`)
  return [
    ...settings,
    ...marks,
    ...documents,
    ...(input.system === '' ? [] : [`system prompt: ${input.system}`]),
    reader,
  ]
}

function sent({ request }: Extract<Assembly, { kind: 'assembled' }>, name: (id: string | null) => string): string {
  const system = request.system.map(block => ['system', '', shortened(block.text), block.cacheMark ? 'cache' : ''])
  const messages = request.messages.map(message => [
    name(message.messageId),
    `${message.role}, ${message.form}`,
    content(message),
    message.cacheMark ? 'cache' : '',
  ])
  return table(['', 'as', 'content', 'mark'], [...system, ...messages])
}

function reasons({ report }: Assembly, name: (id: string | null) => string): string {
  const { earlier, budget, cache } = report
  const blocks = [...report.tools, ...report.system, ...(report.opening === null ? [] : [report.opening])]
  const rows = [
    ...(earlier === null
      ? []
      : [[`to ${name(earlier.through)}`, earlier.fate, earlier.layer, earlier.because, '', '']]),
    ...blocks.map(block => [block.name === '' ? block.kind : `${block.kind} ${block.name}`, ...row(block)]),
    ...report.messages.map(entry => [name(entry.messageId), ...row(entry)]),
  ]
  const figures =
    `${budget.used.total} of ${budget.budget} tokens (${budget.maximum} of the ${budget.maximumFrom} less ${budget.reserved}), ` +
    `${cache.prefixTokens} of them in the cached prefix.`
  return [table(['', 'fate', 'layer', 'because', 'tokens', 'cached'], rows), figures].join('\n\n')
}

interface Row {
  readonly fate: string
  readonly layer: string
  readonly because: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly cached: boolean
}

function row({ fate, layer, because, tokensBefore, tokensAfter, cached }: Row): readonly string[] {
  const tokens = tokensBefore === tokensAfter ? String(tokensAfter) : `${tokensBefore} → ${tokensAfter}`
  return [fate, layer, because, tokens, cached ? 'yes' : '']
}

function recorded(message: Message): string {
  if (message.role === 'assistant' && message.native !== null) return `${parts(message.parts)} (native kept)`
  return 'parts' in message ? parts(message.parts) : ''
}

function content(message: RequestMessage): string {
  return message.form === 'native' ? `native: ${JSON.stringify(message.native.content)}` : parts(message.parts)
}

function parts(all: readonly Part[]): string {
  return all.length === 0 ? '(nothing)' : all.map(part).join('; ')
}

function part(each: Part): string {
  switch (each.kind) {
    case 'text':
      return shortened(each.text)
    case 'reasoning':
      return `thinks ${shortened(each.text)}`
    case 'tool-call':
      return `calls ${each.tool} ${each.input}`
    case 'tool-result':
      return `result ${each.content.length === 0 ? '(nothing)' : each.content.map(part).join('; ')}`
    case 'file':
      return `file ${each.name}`
    case 'provider-call':
      return `provider call ${each.tool} ${each.input}`
    case 'source':
      return `source ${each.url}`
    case 'error':
      return `error ${each.message}`
  }
}

function shortened(text: string): string {
  const line = text.replaceAll('\n', ' / ').replaceAll('|', '\\|')
  return line.length <= 120 ? line : `${line.slice(0, 60)} … ${line.slice(-50)}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function list(lines: readonly string[]): string {
  return lines.map(line => `- ${line}`).join('\n')
}
