import { isMessageId, isOneOf, type Read, readLine } from './read-line.ts'
import type { BlockReport, MessageReport, MovedBy, Report } from './report.ts'
import {
  blockFates,
  blockKinds,
  cacheStates,
  cachings,
  fates,
  forms,
  layers,
  maximumsFrom,
  roles,
} from './report-words.ts'

/**
 * A report as short lines of JSON, of which most are the same from one request to the next: that is how the reports of all requests of a
 * chat can be kept. Which messages are in the cached prefix is one figure, since it moves with every request.
 */
export function toReportLines(report: Report): readonly string[] {
  const { earlier, messages, opening, system, tools, budget, cache } = report
  const { prompt, documents, summary, tools: declared, messages: said, total } = budget.used
  const cached = messages.filter(message => message.cached).length
  return [
    line('cached', cached),
    line('used', prompt, documents, summary, declared, said, total),
    line('cache', cache.state, cache.prefixTokens, cache.sharedTokens, ...movedLine(cache.movedBy)),
    line('budget', budget.maximum, budget.maximumFrom, budget.reserved, budget.budget, cache.caching),
    ...(earlier === null ? [] : [line('earlier', earlier.through, earlier.fate, earlier.layer, earlier.because)]),
    ...(opening === null ? [] : [blockLine('opening', opening)]),
    ...system.map(block => blockLine('system', block)),
    ...tools.map(block => blockLine('tool', block)),
    ...messageLines(messages, cached),
  ]
}

/** Throws on lines that are no report. */
export function fromReportLines(lines: readonly string[]): Report {
  const read = lines.map(readLine)
  const of = (name: string) => read.filter(one => one.name === name)
  const one = (name: string): Read => {
    const found = of(name)[0]
    if (found === undefined) throw new Error(`a report without its ${name}`)
    return found
  }
  const [used, cache, budget] = [one('used'), one('cache'), one('budget')]
  const [earlier, opening] = [of('earlier')[0], of('opening')[0]]
  return {
    earlier: earlier === undefined ? null : { through: earlier.is(0, isMessageId), ...noteFrom(earlier, 1) },
    messages: messagesFrom(of('message'), one('cached').number(0)),
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
    },
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

/** A message says itself whether it is cached only where it is not as the figure has it: the first so many that are sent. */
function messageLines(messages: readonly MessageReport[], cachedMessages: number): readonly string[] {
  const counted = countDown(cachedMessages)
  return messages.map(message => {
    const { messageId, role, fate, layer, because, form, tokensBefore, tokensAfter, cached } = message
    const own = counted(form) === cached ? [] : [cached]
    return line('message', messageId, role, fate, layer, because, form, tokensBefore, tokensAfter, ...own)
  })
}

function messagesFrom(lines: readonly Read[], cachedMessages: number): readonly MessageReport[] {
  const counted = countDown(cachedMessages)
  return lines.map(read => {
    const messageId = read.is(0, isMessageId)
    const role = read.is(1, isOneOf(roles))
    const form = read.isNull(5) ? null : read.is(5, isOneOf(forms))
    const [tokensBefore, tokensAfter] = [read.number(6), read.number(7)]
    const isCounted = counted(form)
    const cached = read.has(8) ? read.boolean(8) : isCounted
    return { messageId, role, ...noteFrom(read, 2), form, tokensBefore, tokensAfter, cached }
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

function noteFrom(read: Read, at: number) {
  const fate = read.is(at, isOneOf(fates))
  const layer = read.is(at + 1, isOneOf(layers))
  return { fate, layer, because: read.text(at + 2) }
}
