import type { BlockReport, MessageReport, Report, RequestBlock } from '@stet/context'
import type { RequestRecord } from '@stet/store'
import type { ComparedTexts } from './content/request-texts.ts'
import { isCachedAfter } from './last-request.ts'

export interface DifferenceCause {
  readonly kind:
    | 'model'
    | 'tools'
    | 'prompt'
    | 'document'
    | 'summary'
    | 'edited'
    | 'rule'
    | 'changed'
    | 'setting'
    | 'expired'
    | 'provider'
  /** The first block that differs; null if another reason explains the difference. */
  readonly block: string | null
  /** A clause for the user. */
  readonly because: string
}

/** One of the two requests of a comparison. */
export interface ComparedSide {
  readonly record: RequestRecord
  readonly content: ComparedTexts
  readonly blocks: readonly RequestBlock[]
}

/** Why the first block of the earlier request that is not in the later one in the same place is not. */
export function causeOf(from: ComparedSide, to: ComparedSide, same: number): DifferenceCause | null {
  const [one, other] = [from.record.origin, to.record.origin]
  if (one.definition !== other.definition || one.model !== other.model) {
    return { kind: 'model', block: null, because: `another model was asked: ${other.model} instead of ${one.model}` }
  }
  const before = from.blocks[same]?.name
  if (before === undefined) return null
  const next = to.blocks[same]?.name
  const names = [before, next]
  const [earlier, later] = [from.content.report, to.content.report]
  if (names.includes('tools')) return { kind: 'tools', block: 'tools', because: toolWords(earlier, later) }
  const system = names.find(name => name?.startsWith('system-'))
  if (system !== undefined) return { ...systemCause(system, earlier, later), block: system }
  return messageCause(before, next, earlier, later)
}

function toolWords(earlier: Report | null, later: Report | null): string {
  const namesOf = (report: Report | null) => report?.tools.map(({ name }) => name) ?? []
  const [before, after] = [namesOf(earlier), namesOf(later)]
  const added = after.filter(name => !before.includes(name))
  const removed = before.filter(name => !after.includes(name))
  const parts = [
    ...(added.length === 0 ? [] : [`${added.join(', ')} added`]),
    ...(removed.length === 0 ? [] : [`${removed.join(', ')} removed`]),
  ]
  return parts.length === 0 ? 'the description of a tool changed' : `the tools changed: ${parts.join('; ')}`
}

/** Compares what is at that place in both. Sizes decide nothing: another text can be just as long. */
function systemCause(
  block: string,
  earlier: Report | null,
  later: Report | null,
): Pick<DifferenceCause, 'kind' | 'because'> {
  const [before, after] = [sentSystem(earlier), sentSystem(later)]
  const at = Number(block.slice('system-'.length))
  const [was, is] = [before[at], after[at]]
  const kinds = [was?.kind, is?.kind]
  if (kinds.includes('prompt')) return { kind: 'prompt', because: 'the system prompt changed' }
  if (kinds.includes('document')) return { kind: 'document', because: documentWords({ was, before, is, after }) }
  if (was !== undefined && is !== undefined) return { kind: 'summary', because: 'another summary is in force' }
  return { kind: 'summary', because: is === undefined ? 'a summary was lifted or cleared' : 'a summary was made' }
}

function sentSystem(report: Report | null): readonly BlockReport[] {
  return report?.system.filter(({ fate }) => fate !== 'over-budget') ?? []
}

interface SystemPlace {
  readonly was: BlockReport | undefined
  readonly before: readonly BlockReport[]
  readonly is: BlockReport | undefined
  readonly after: readonly BlockReport[]
}

function documentWords({ was, before, is, after }: SystemPlace): string {
  const isIn = (blocks: readonly BlockReport[], { name }: BlockReport) =>
    blocks.some(each => each.kind === 'document' && each.name === name)
  if (was?.kind === 'document' && !isIn(after, was)) return `the context document ${was.name} is no longer sent`
  if (is?.kind === 'document' && !isIn(before, is)) return `the context document ${is.name} was added`
  return was?.name === is?.name
    ? `the context document ${is?.name} changed`
    : 'the order of the context documents changed'
}

function messageCause(
  before: string,
  next: string | undefined,
  earlier: Report | null,
  later: Report | null,
): DifferenceCause {
  const reported = entryOf(later, before)
  if (reported === undefined) {
    return later?.earlier == null || !isCovered(before, earlier, later)
      ? { kind: 'edited', block: before, because: 'a message was edited, or another branch was chosen' }
      : { kind: 'summary', block: before, because: RULE_WORDS[later.earlier.fate] }
  }
  if (reported.fate === 'summarised' || reported.fate === 'behind-checkpoint') {
    return { kind: 'summary', block: before, because: RULE_WORDS[reported.fate] }
  }
  const note = next === undefined ? undefined : entryOf(later, next)
  const decided = [reported, note].find((each): each is MessageReport => each !== undefined && each.because !== '')
  if (decided !== undefined && decided.fate !== 'sent') {
    return { kind: 'rule', block: decided.messageId, because: `${RULE_WORDS[decided.fate]}: ${decided.because}` }
  }
  const again = [next, before].find(id => id !== undefined && isHeldBack(entryOf(earlier, id)))
  return again === undefined
    ? { kind: 'changed', block: before, because: 'what is sent of an earlier message changed' }
    : { kind: 'rule', block: again, because: 'a message that was left out or shortened is sent whole again' }
}

const notSent = 'an earlier message is not sent'
const RULE_WORDS: Readonly<Record<MessageReport['fate'], string>> = {
  sent: 'an earlier message is sent again',
  pinned: 'a message was pinned',
  trimmed: 'an earlier message is shortened',
  forgotten: 'earlier tool calls are forgotten',
  summarised: 'older messages were summarised',
  'behind-checkpoint': 'older messages were cleared',
  'left-out': 'you left out a message',
  'never-sent-by-role': notSent,
  unreadable: notSent,
  unpaired: notSent,
  empty: notSent,
  'over-budget': 'an earlier message no longer fits',
  'not-loaded': notSent,
}

function entryOf(report: Report | null, id: string): MessageReport | undefined {
  return report?.messages.find(({ messageId }) => messageId === id)
}

function isHeldBack(entry: MessageReport | undefined): boolean {
  return entry !== undefined && entry.fate !== 'sent' && entry.fate !== 'pinned'
}

/** Whether a message of the earlier request precedes those that the later one lists; otherwise it is on another branch. */
function isCovered(id: string, earlier: Report | null, { earlier: covered }: Report): boolean {
  if (covered === null || covered.through === earlier?.earlier?.through) return false
  const through = earlier?.messages.findIndex(({ messageId }) => messageId === covered.through) ?? -1
  const place = earlier?.messages.findIndex(({ messageId }) => messageId === id) ?? -1
  return through === -1 || place <= through
}

/** No block changed before what was added, but the cache was still not read. */
export function unchangedCause(from: ComparedSide, to: ComparedSide): DifferenceCause {
  const { sentAt } = to.record
  const minutes = Math.round((sentAt - (from.record.endedAt ?? from.record.sentAt)) / 60_000)
  if (!isCachedAfter(from.record, sentAt - from.record.sentAt)) {
    const because = `the cache had expired: ${minutes} minutes had passed since the request before`
    return { kind: 'expired', block: null, because }
  }
  if (reasoningFields(from.content) !== reasoningFields(to.content)) {
    return {
      kind: 'setting',
      block: null,
      because: 'the reasoning settings changed, and the cache does not outlast that',
    }
  }
  return { kind: 'provider', block: null, because: 'nothing had changed, and the provider did not use its cache' }
}

/** Fields of the body by which providers are asked to reason. The cached messages are lost when they change; sampling loses nothing. */
const REASONING = ['thinking', 'output_config', 'reasoning', 'reasoning_effort', 'additionalModelRequestFields']

function reasoningFields({ pieces }: ComparedTexts): string {
  // The elements of its lists are pieces of their own, so the rest of a body is small.
  const body: unknown = JSON.parse(pieces.filter((piece, at) => at === 0 || piece.startsWith(']')).join(''))
  return JSON.stringify(Object.entries(body ?? {}).filter(([name]) => REASONING.includes(name)))
}
