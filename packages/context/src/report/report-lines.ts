import type { Json, MessageId, Role } from '@stet/history'
import { type LayerCounts, type LayerNote, pipeline } from '../layers/pipeline.ts'
import type { BlockReport, BudgetReport, CacheReport, MessageReport, MovedBy, Report } from './report.ts'

/**
 * A report as short lines of JSON. Most lines are the same from one request to the next, so the reports of all requests of a chat can be
 * stored as differences. How many messages are in the cached prefix is one number, because it changes with every request.
 */
export function toReportLines(report: Report): readonly string[] {
  const { layers: counts, earlier, messages, opening, system, tools, budget, cache, forgetting } = report
  const { prompt, documents, summary, tools: declared, messages: said, total } = budget.used
  const cached = messages.filter(message => message.cached).length
  return [
    line('cached', cached),
    line('used', prompt, documents, summary, declared, said, total),
    line('cache', cache.state, cache.prefixTokens, cache.sharedTokens, ...movedLine(cache.movedBy)),
    ...counts.map(each =>
      line('layer', each.layer, each.messages, each.shortened, each.calls, each.results, each.tokens),
    ),
    line(
      'budget',
      budget.maximum,
      budget.maximumFrom,
      budget.reserved,
      budget.budget,
      cache.caching,
      ...(cache.takesMarks ? [true] : []),
    ),
    ...lifeLines(cache.life),
    ...(cache.leastCached === undefined ? [] : [line('least-cached', cache.leastCached)]),
    ...(earlier === null ? [] : [line('earlier', earlier.through, earlier.fate, earlier.layer, earlier.because)]),
    ...(opening === null ? [] : [blockLine('opening', opening)]),
    ...system.map(block => blockLine('system', block)),
    ...tools.map(block => blockLine('tool', block)),
    ...(forgetting === null
      ? []
      : [line('forgetting', forgetting.isForgotten, forgetting.exchanges, forgetting.keep, forgetting.forget)]),
    ...messageLines(messages, cached),
    ...messages.flatMap(decisionLines),
  ]
}

/** Throws on lines that are not a report. */
export function fromReportLines(lines: readonly string[]): Report {
  // Without `Map.groupBy`, which Node 20 does not have.
  const byName = new Map<string, Read[]>()
  for (const read of lines.map(readLine)) {
    const known = byName.get(read.name)
    if (known === undefined) byName.set(read.name, [read])
    else known.push(read)
  }
  const of = (name: string) => byName.get(name) ?? []
  const one = (name: string): Read => {
    const found = of(name)[0]
    if (found === undefined) throw new Error(`a report without its ${name}`)
    return found
  }
  const [used, cache, budget] = [one('used'), one('cache'), one('budget')]
  const least = of('least-cached')[0]
  const [earlier, opening, forgetting, life] = [of('earlier')[0], of('opening')[0], of('forgetting')[0], of('life')[0]]
  return {
    layers: of('layer').map(layerFrom),
    earlier: earlier === undefined ? null : { through: earlier.is(0, isMessageId), ...noteFrom(earlier, 1) },
    messages: messagesFrom(of('message'), of('decision'), one('cached').number(0)),
    opening: opening === undefined ? null : blockFrom(opening),
    system: of('system').map(blockFrom),
    tools: of('tool').map(blockFrom),
    budget: {
      maximum: budget.number(0),
      maximumFrom: budget.is(1, isOneOf(maximumsFrom)),
      reserved: budget.number(2),
      budget: budget.number(3),
      used: {
        prompt: used.number(0),
        documents: used.number(1),
        summary: used.number(2),
        tools: used.number(3),
        messages: used.number(4),
        total: used.number(5),
      },
    },
    cache: {
      caching: budget.is(4, isOneOf(cachings)),
      state: cache.is(0, isOneOf(cacheStates)),
      prefixTokens: cache.number(1),
      sharedTokens: cache.isNull(2) ? null : cache.number(2),
      movedBy: cache.isNull(3) ? null : { block: cache.text(3), because: cache.text(4) },
      ...(budget.has(5) && { takesMarks: true }),
      ...(least !== undefined && { leastCached: least.number(0) }),
      life: life === undefined ? null : lifeFrom(life),
    },
    forgetting: forgetting === undefined ? null : forgettingFrom(forgetting),
  }
}

function forgettingFrom(read: Read): Report['forgetting'] {
  return { isForgotten: read.boolean(0), exchanges: read.number(1), keep: read.number(2), forget: read.number(3) }
}

function lifeLines(life: CacheReport['life']): readonly string[] {
  if (life === null) return []
  const { minutes, weighed } = life
  return [line('life', minutes, ...(weighed === null ? [] : [weighed.minutes, weighed.short, weighed.long]))]
}

function lifeFrom(read: Read): CacheReport['life'] {
  const weighed = read.has(1) ? { minutes: read.number(1), short: read.number(2), long: read.number(3) } : null
  return { minutes: read.number(0), weighed }
}

function layerFrom(read: Read): LayerCounts {
  const layer = read.is(0, isOneOf(layers))
  const label = pipeline.find(({ name }) => name === layer)?.label ?? layer
  return {
    layer,
    label,
    messages: read.number(1),
    shortened: read.number(2),
    calls: read.number(3),
    results: read.number(4),
    tokens: read.number(5),
  }
}

type Value = string | number | boolean | null

function line(name: string, ...values: readonly Value[]): string {
  return JSON.stringify([name, ...values])
}

function movedLine(movedBy: MovedBy | null): readonly Value[] {
  return movedBy === null ? [null] : [movedBy.block, movedBy.because]
}

function blockLine(name: string, block: BlockReport): string {
  const { kind, name: called, fate, layer, because, tokensBefore, tokensAfter, cached } = block
  return line(name, kind, called, fate, layer, because, tokensBefore, tokensAfter, cached)
}

function blockFrom(read: Read): BlockReport {
  const kind = read.is(0, isOneOf(blockKinds))
  const { layer, because } = noteFrom(read, 2)
  const fate = read.is(2, isOneOf(blockFates))
  const [tokensBefore, tokensAfter] = [read.number(5), read.number(6)]
  return { kind, name: read.text(1), fate, layer, because, tokensBefore, tokensAfter, cached: read.boolean(7) }
}

/** A line says whether its message is cached only when that differs from the number: the first so many that are sent are cached. */
function messageLines(messages: readonly MessageReport[], cachedMessages: number): readonly string[] {
  const counted = countDown(cachedMessages)
  return messages.map(message => {
    const { messageId, role, fate, layer, because, form, tokensBefore, tokensAfter, cached } = message
    const own = counted(form) === cached ? [] : [cached]
    return line('message', messageId, role, fate, layer, because, form, tokensBefore, tokensAfter, ...own)
  })
}

function decisionLines({ messageId, decisions }: MessageReport): readonly string[] {
  return decisions.map(({ fate, layer, because }) => line('decision', messageId, fate, layer, because))
}

function messagesFrom(
  lines: readonly Read[],
  decisionsRead: readonly Read[],
  cachedMessages: number,
): readonly MessageReport[] {
  const decisions = new Map<string, LayerNote[]>()
  for (const read of decisionsRead)
    decisions.set(read.text(0), [...(decisions.get(read.text(0)) ?? []), noteFrom(read, 1)])
  const counted = countDown(cachedMessages)
  return lines.map(read => {
    const messageId = read.is(0, isMessageId)
    const role = read.is(1, isOneOf(roles))
    const form = read.isNull(5) ? null : read.is(5, isOneOf(forms))
    const [tokensBefore, tokensAfter] = [read.number(6), read.number(7)]
    const isCounted = counted(form)
    const cached = read.has(8) ? read.boolean(8) : isCounted
    return {
      messageId,
      role,
      ...noteFrom(read, 2),
      decisions: decisions.get(messageId) ?? [],
      form,
      tokensBefore,
      tokensAfter,
      cached,
    }
  })
}

function countDown(cachedMessages: number): (form: MessageReport['form']) => boolean {
  let left = cachedMessages
  return form => {
    if (form === null) return false
    left -= 1
    return left >= 0
  }
}

function noteFrom(read: Read, at: number): LayerNote {
  const fate = read.is(at, isOneOf(fates))
  const layer = read.is(at + 1, isOneOf(layers))
  return { fate, layer, because: read.text(at + 2) }
}

/** A line of JSON that begins with a name; each getter throws when the line has something else there. */
class Read {
  readonly name: string
  readonly #values: readonly Json[]
  readonly #line: string

  constructor(name: string, values: readonly Json[], line: string) {
    this.name = name
    this.#values = values
    this.#line = line
  }

  text(at: number): string {
    const found = this.#values[at]
    if (typeof found !== 'string') throw unreadable(this.#line)
    return found
  }

  number(at: number): number {
    const found = this.#values[at]
    if (typeof found !== 'number') throw unreadable(this.#line)
    return found
  }

  boolean(at: number): boolean {
    const found = this.#values[at]
    if (typeof found !== 'boolean') throw unreadable(this.#line)
    return found
  }

  isNull(at: number): boolean {
    return this.#values[at] === null
  }

  has(at: number): boolean {
    return at < this.#values.length
  }

  is<Word extends string>(at: number, guard: (text: string) => text is Word): Word {
    const found = this.text(at)
    if (!guard(found)) throw unreadable(this.#line)
    return found
  }
}

function readLine(line: string): Read {
  const value: Json = JSON.parse(line)
  const [name, ...values] = Array.isArray(value) ? value : []
  if (typeof name !== 'string') throw unreadable(line)
  return new Read(name, values, line)
}

function isOneOf<Word extends string>(words: readonly Word[]): (text: string) => text is Word {
  return (text): text is Word => words.some(word => word === text)
}

function isMessageId(text: string): text is MessageId {
  return text.startsWith('msg_')
}

function unreadable(line: string): Error {
  return new Error(`a line of a report cannot be read: ${line}`)
}

/** All words of a report: what is read back is checked against them. */
type All<Word extends string> = Readonly<Record<Word, true>>

function words<Word extends string>(all: All<Word>): readonly Word[] {
  return Object.keys(all).filter((word): word is Word => word in all)
}

const fates = words<MessageReport['fate']>({
  sent: true,
  pinned: true,
  trimmed: true,
  forgotten: true,
  summarised: true,
  'behind-checkpoint': true,
  'left-out': true,
  'never-sent-by-role': true,
  unreadable: true,
  unpaired: true,
  empty: true,
  'over-budget': true,
  'not-loaded': true,
})

const layers = pipeline.map(({ name }) => name)

const roles = words<Role>({
  user: true,
  assistant: true,
  'tool-results': true,
  'env-changed': true,
  unreadable: true,
  'system-title': true,
  title: true,
  'system-summary': true,
  summary: true,
  clear: true,
  accounting: true,
})

const forms = words<NonNullable<MessageReport['form']>>({ native: true, plain: true })
const blockKinds = words<BlockReport['kind']>({
  prompt: true,
  document: true,
  summary: true,
  tool: true,
  note: true,
})
const blockFates = words<BlockReport['fate']>({ sent: true, trimmed: true, 'over-budget': true })
const cachings = words<CacheReport['caching']>({ marks: true, automatic: true, none: true })
const cacheStates = words<CacheReport['state']>({ warm: true, cold: true, unknown: true })
const maximumsFrom = words<BudgetReport['maximumFrom']>({ model: true, person: true, assumed: true })
