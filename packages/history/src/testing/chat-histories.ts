import fc from 'fast-check'
import type { Chat } from '../chat.ts'
import { liftCheckpoint } from '../checkpoints/checkpoint.ts'
import { deleteSubtree, withoutMessages } from '../delete-subtree.ts'
import type { ChatId, MessageId } from '../id.ts'
import { hasToolCalls, isAside, isCheckpoint, type Message, type UnreadableMessage } from '../message.ts'
import { chooseTip, pathTo } from '../path.ts'
import { childrenOf, subtreeOf, type Tree, treeOf } from '../tree.ts'
import { type Act, acts, type Place } from './acts.ts'
import { createHistoryBuilder, exactCostOf, type MessageFacts } from './history-builder.ts'

export interface ChatHistoryOptions {
  /** How many things happen to a chat at most; about one and a half messages each. */
  readonly maxActs?: number
  /** Whether some messages read as unreadable, as a store gives them for a row that it cannot open. */
  readonly unreadable?: boolean
}

/**
 * Chats as users make them: branches, steps with parallel and repeated calls, unanswered calls at a leaf, answers that failed or
 * were interrupted, mixed origins, attachments, empty and huge messages, any Unicode, titles, checkpoints, lifts, marks,
 * deletions with their accounting (priced by `exactCostOf`), and messages copied by a fork. What holds in every
 * stored chat holds in them: see the README.
 */
export function chatHistories({
  maxActs = 40,
  unreadable = false,
}: ChatHistoryOptions = {}): fc.Arbitrary<ChatHistory> {
  return fc
    .record({
      salt: fc.nat(),
      copied: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(acts(), { maxLength: 6 }) },
      ),
      here: fc.array(acts(), { maxLength: maxActs, size: 'max' }),
      corrupt: unreadable ? fc.array(fc.nat(), { maxLength: 3 }) : fc.constant([]),
    })
    .map(({ salt, copied, here, corrupt }) => corrupted(played(salt, copied, here), corrupt))
}

function played(salt: number, copied: readonly Act[], here: readonly Act[]): ChatHistory {
  const player = createPlayer(salt)
  // A fork copies one path, so nothing branches yet, and leaves choices and accounting behind.
  for (const act of copied) {
    if (act.act !== 'delete' && act.act !== 'choose') player.play({ ...act, place: 'newest' }, 'copied')
  }
  for (const act of here) player.play(act, 'here')
  return player.history()
}

function corrupted({ chat, messages }: ChatHistory, picks: readonly number[]): ChatHistory {
  const hit = new Set(picks.map(pick => pick % Math.max(messages.length, 1)))
  return { chat, messages: messages.map((message, index) => (hit.has(index) ? unreadableFrom(message) : message)) }
}

function unreadableFrom({ id, chatId, parentId, order }: Message): UnreadableMessage {
  return { id, chatId, parentId, order, at: 0, copiedFrom: null, role: 'unreadable', because: 'the seal is broken' }
}

/** A chat row and all messages of its chat, oldest first. */
export interface ChatHistory {
  readonly chat: Chat
  readonly messages: readonly Message[]
}

export interface Player {
  play(act: Act, spent: 'copied' | 'here'): void
  history(): ChatHistory
}

type Answer = Extract<Act, { readonly act: 'conclude' | 'step' }>

/** Applies acts to a chat, one after the other. */
export function createPlayer(salt: number): Player {
  const builder = createHistoryBuilder(salt)
  const source: ChatId = builder.ids.chat()
  let chat: Chat = builder.chat()

  function add(parentId: MessageId | null, facts: MessageFacts, spent: 'copied' | 'here'): MessageId {
    const copiedFrom = spent === 'copied' ? { chatId: source, messageId: builder.ids.message() } : null
    return builder.add(parentId, facts, { copiedFrom })
  }

  function answerFacts(act: Answer): Extract<MessageFacts, { readonly role: 'assistant' }> {
    const end = act.act === 'conclude' ? act.end : 'complete'
    const native = end === 'interrupted' ? null : { protocol: act.request.origin.protocol, content: act.native }
    const { parts, durationMs } = act
    const requestId = builder.ids.request()
    return { role: 'assistant', parts, ...act.request, requestId, runId: builder.ids.run(), end, native, durationMs }
  }

  function deleteAt(tree: Tree, message: Message, reason: string): void {
    const { remove, accounting } = deleteSubtree({
      subtree: subtreeOf(tree, message.id),
      pathToParent: pathTo(tree, message.parentId),
      costOf: exactCostOf,
      accountingId: builder.ids.message(),
      at: message.at,
      reason,
    })
    builder.remove(remove)
    const { id: _id, chatId: _chatId, parentId, at: _at, copiedFrom: _copiedFrom, ...facts } = accounting
    builder.add(parentId, facts)
    chat = { ...chat, ...withoutMessages(chat, remove, parentId) }
  }

  function play(act: Act, spent: 'copied' | 'here'): void {
    const messages = builder.messages()
    const links = messages.filter(message => !isAside(message))
    const closed = links.filter(link => !hasToolCalls(link))
    switch (act.act) {
      case 'ask': {
        const under = act.place === 'root' ? null : (pick(closed, act.place)?.id ?? null)
        const parentId = act.change === null ? under : add(under, { role: 'env-changed', ...act.change }, spent)
        add(parentId, { role: 'user', parts: act.parts }, spent)
        return
      }
      case 'conclude': {
        const under = pick(closed.filter(isAnswerable), act.place)
        if (under !== null) add(under.id, answerFacts(act), spent)
        return
      }
      case 'step': {
        const under = pick(closed.filter(isAnswerable), act.place)
        if (under === null) return
        const calls = act.calls.map(({ call, result }) => ({ callId: builder.ids.call(), call, result }))
        const facts = answerFacts(act)
        const parts = [...facts.parts, ...calls.map(({ callId, call }) => ({ ...call, callId }))]
        const step = add(under.id, { ...facts, parts }, spent)
        if (!act.settled) return
        const results = calls.map(({ callId, call, result }) => ({
          kind: 'tool-result' as const,
          callId,
          tool: call.tool,
          ...result,
        }))
        add(step, { role: 'tool-results', parts: results }, spent)
        return
      }
      case 'title': {
        const under = pick(links, act.place)
        if (under === null) return
        add(under.id, { role: 'system-title', parts: act.prompt }, spent)
        add(under.id, { role: 'title', parts: act.parts, ...act.request, requestId: builder.ids.request() }, spent)
        return
      }
      case 'summarise': {
        const under = pick(closed, act.place)
        if (under === null) return
        add(under.id, { role: 'system-summary', parts: act.prompt }, spent)
        const request = act.form === 'truncated' ? null : { ...act.request, requestId: builder.ids.request() }
        const coversThrough = under.id
        add(under.id, { role: 'summary', parts: act.parts, coversThrough, form: act.form, request }, spent)
        return
      }
      case 'clear': {
        const under = pick(closed, act.place)
        if (under !== null) add(under.id, { role: 'clear' }, spent)
        return
      }
      case 'choose': {
        const chosen = pick(links, act.place)
        if (chosen !== null) chat = { ...chat, ...chooseTip(treeOf(messages), chat, chosen.id) }
        return
      }
      case 'lift': {
        const checkpoint = pick(messages.filter(isCheckpoint), act.place)
        if (checkpoint === null) return
        const tree = treeOf(messages)
        const leaves = subtreeOf(tree, checkpoint.parentId ?? checkpoint.id).filter(
          message => !isAside(message) && childrenOf(tree, message.id).length === 0,
        )
        const leaf = pick(leaves, act.place)
        if (leaf === null) return
        chat = { ...chat, lifts: liftCheckpoint(chat, checkpoint.id, pathTo(tree, leaf.id)) }
        return
      }
      case 'mark': {
        const link = pick(links, act.place)
        if (link === null) return
        const file = blobOf(link)
        if (act.kind !== 'released') {
          chat = { ...chat, marks: [...chat.marks, { kind: act.kind, messageId: link.id }] }
        } else if (file !== null) {
          chat = { ...chat, marks: [...chat.marks, { kind: 'released', messageId: link.id, blob: file }] }
        }
        return
      }
      case 'delete': {
        const message = pick(messages, act.place)
        if (message !== null) deleteAt(treeOf(messages), message, act.reason)
        return
      }
    }
  }

  return { play, history: () => ({ chat, messages: builder.messages() }) }
}

/** An answer follows a question or results, or continues an answer that did not complete. */
function isAnswerable(link: Message): boolean {
  return link.role === 'user' || link.role === 'tool-results' || (link.role === 'assistant' && link.end !== 'complete')
}

function blobOf(message: Message): string | null {
  if (message.role !== 'user') return null
  return message.parts.find(part => part.kind === 'file')?.blob ?? null
}

function pick<M extends Message>(messages: readonly M[], place: Place): M | null {
  return messages.at(place === 'newest' ? -1 : place % Math.max(messages.length, 1)) ?? null
}
