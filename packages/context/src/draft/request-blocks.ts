import type { MessageId, ModelRequest, RequestMessage, ToolDeclaration } from '@stet/history'
import { fingerprint } from '../content/fingerprint.ts'
import type { PlacedTools, PreviousRequest, RequestBlock } from './assemble-input.ts'

/** What is kept of a request so that the next one can be compared with it. */
export function manifestOf(request: ModelRequest): PreviousRequest {
  const blocks: RequestBlock[] = [...leadingBlocks(request)]
  const marks: MessageId[] = []
  for (const message of request.messages) {
    blocks.push({ name: blockName(message), fingerprint: fingerprintOf(message) })
    if (message.cacheMark && message.messageId !== null) marks.push(message.messageId)
  }
  const life = request.cacheMinutes === undefined ? {} : { cacheMinutes: request.cacheMinutes }
  const prompts = request.prompts === undefined ? {} : { prompts: request.prompts }
  const efforts = request.efforts === undefined ? {} : { efforts: request.efforts }
  return { blocks, marks, tools: placesOf(request), ...prompts, ...efforts, ...life }
}

function placesOf({ tools, messages, webSearch }: ModelRequest): readonly PlacedTools[] {
  const named = (declared: readonly ToolDeclaration[]) => declared.map(({ name }) => name)
  return [
    { after: null, names: named(tools), webSearch: webSearch === true },
    ...messages.flatMap(message => {
      if (message.form === 'native' || message.role === 'assistant') return []
      const { messageId: after, toolsAfter = [], toolsRemoved, webSearchAfter } = message
      if (toolsAfter.length === 0 && toolsRemoved === undefined && webSearchAfter === undefined) return []
      return [
        {
          after,
          names: named(toolsAfter),
          ...(toolsRemoved && { removed: toolsRemoved }),
          ...(webSearchAfter !== undefined && { webSearch: webSearchAfter }),
        },
      ]
    }),
  ]
}

type ToolsField = 'tools' | 'webSearch' | 'webFetch'

/** The blocks before the messages, in the order in which a provider reads them. */
export function leadingBlocks(request: Pick<ModelRequest, 'system' | ToolsField>): readonly RequestBlock[] {
  const { tools, system, webSearch, webFetch } = request
  const blocks = system.map(({ text }, index) => ({ name: `system-${index}`, fingerprint: fingerprint(text) }))
  if (!hasToolsBlock(request)) return blocks
  const own = [...(webSearch ? ['web search'] : []), ...(webFetch ? ['web fetch'] : [])]
  const declared = JSON.stringify([...tools, ...own])
  return [{ name: 'tools', fingerprint: fingerprint(declared) }, ...blocks]
}

/** Whether tools are declared: ours, or the provider's own. All of them together are one block. */
export function hasToolsBlock({ tools, webSearch, webFetch }: Pick<ModelRequest, ToolsField>): boolean {
  return tools.length > 0 || webSearch === true || webFetch === true
}

export function blockName({ messageId }: RequestMessage): string {
  return messageId ?? 'opening'
}

// A long chat is compared at every step of a run; a text of megabytes should be read only once for that.
const remembered = new WeakMap<object, string>()

export function fingerprintOf(message: RequestMessage): string {
  const whole = fingerprintOfWhole(message)
  if (message.form === 'native') return message.omitReasoning ? fingerprint(`${whole} without reasoning`) : whole
  if (message.role === 'assistant') return whole
  const { toolsAfter, toolsRemoved, webSearchAfter, systemAfter } = message
  let print = message.role === 'user' && message.bySystem ? fingerprint(`${whole} by the system`) : whole
  if (toolsAfter !== undefined) print = fingerprint(`${print} ${JSON.stringify(toolsAfter)}`)
  if (toolsRemoved !== undefined) print = fingerprint(`${print} without ${JSON.stringify(toolsRemoved)}`)
  if (webSearchAfter !== undefined) print = fingerprint(`${print} ${webSearchAfter ? 'with' : 'without'} web search`)
  if (message.role === 'user' && message.effortAfter !== undefined)
    print = fingerprint(`${print} with effort ${message.effortAfter}`)
  return systemAfter === undefined ? print : fingerprint(`${print} then ${systemAfter}`)
}

function fingerprintOfWhole(message: RequestMessage): string {
  const content = message.form === 'native' ? message.native : message.parts
  const before = remembered.get(content)
  if (before !== undefined) return before
  const made = fingerprint(JSON.stringify([message.form, message.role, content]))
  remembered.set(content, made)
  return made
}

/**
 * What an answer's reasoning is bound to (C20): the tools, the system text and the messages before it, each as one fingerprint. The names of
 * blocks are left out, since a copied chat has other ids and the same bytes.
 */
export function bindingOf({ blocks }: Pick<PreviousRequest, 'blocks'>, earlier?: EarlierBinding): string {
  const added = earlier === undefined ? [] : blocks.slice(earlier.blocks)
  if (earlier === undefined || added.some(isLeading)) {
    const binding = createBinding(blocks.filter(isLeading))
    for (const block of blocks) if (!isLeading(block)) binding.add(block.fingerprint)
    return binding.now()
  }
  const end = earlier.binding.lastIndexOf(' ') + 1
  const messages = added.reduce((bound, block) => withMessage(bound, block.fingerprint), earlier.binding.slice(end))
  return earlier.binding.slice(0, end) + messages
}

/** What the first blocks of a request are bound to, where an earlier request consisted of exactly these. */
export interface EarlierBinding {
  readonly binding: string
  readonly blocks: number
}

function withMessage(before: string, print: string): string {
  return fingerprint(`${before} ${print}`)
}

/** The binding of whatever follows, as messages are added. */
export function createBinding(leading: readonly RequestBlock[]) {
  const of = (tools: boolean) => leading.filter(({ name }) => (name === 'tools') === tools)
  const joined = (blocks: readonly RequestBlock[]) => fingerprint(blocks.map(block => block.fingerprint).join(' '))
  const [tools, system] = [joined(of(true)), joined(of(false))]
  let messages = ''
  return {
    add(print: string): void {
      messages = withMessage(messages, print)
    },
    now: (): string => `${tools} ${system} ${messages}`,
  }
}

function isLeading({ name }: RequestBlock): boolean {
  return name === 'tools' || name.startsWith('system-')
}
