import { type ChatId, isAside, type Message, requestOf, toolCallsOf } from '@stet/history'
import {
  CALLS_SHELF,
  fromCallRow,
  fromMessageRow,
  fromRequestRow,
  fromRunRow,
  listRows,
  MESSAGES_SHELF,
  REQUESTS_SHELF,
  RUNS_SHELF,
  type Store,
  WAITING_SHELF,
} from '@stet/store'

export interface Acknowledged {
  readonly messages: readonly string[]
  readonly approved: readonly string[]
}

/** Everything that must hold after a process died and another started. Returns a sentence for each violation. */
export async function findBroken(
  store: Store,
  chatId: ChatId,
  acknowledged: Acknowledged,
  effects: readonly string[],
): Promise<readonly string[]> {
  const messages: Message[] = []
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId } }))
    messages.push(fromMessageRow(row))
  return [
    ...findLost(messages, await waitingIn(store, chatId), acknowledged),
    ...findMisplaced(messages),
    ...findHalfSummaries(messages),
    ...(await findRunning(store, chatId)),
    ...(await findWrongRequests(store, messages)),
    ...(await findWrongCalls(store, messages, acknowledged, effects)),
  ]
}

async function waitingIn(store: Store, chatId: ChatId): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of listRows(store, WAITING_SHELF, { by: { parent: chatId } })) ids.push(id)
  return ids
}

function findLost(
  messages: readonly Message[],
  waiting: readonly string[],
  acknowledged: Acknowledged,
): readonly string[] {
  const there = [...messages.map(({ id }) => String(id)), ...waiting]
  const twice = there.filter((id, index) => there.indexOf(id) !== index)
  return [
    ...acknowledged.messages.filter(id => !there.includes(id)).map(id => `${id} was acknowledged and is gone`),
    ...twice.map(id => `${id} waits and stands`),
  ]
}

function findMisplaced(messages: readonly Message[]): readonly string[] {
  const byId = new Map(messages.map(message => [message.id, message]))
  return messages.flatMap(message => {
    if (message.role === 'unreadable') return [`${message.id} cannot be read`]
    const parent = message.parentId === null ? null : byId.get(message.parentId)
    if (parent === undefined) return [`${message.id} hangs on nothing`]
    if (parent !== null && (parent.order >= message.order || isAside(parent))) return [`${message.id} is misplaced`]
    if (message.role !== 'tool-results') return []
    const calls = parent === null ? [] : toolCallsOf(parent).map(({ callId }) => callId)
    const answered = message.parts.map(({ callId }) => callId)
    const others = messages.filter(({ role, parentId }) => role === 'tool-results' && parentId === message.parentId)
    if (others.length > 1) return [`${message.parentId} is answered twice`]
    return calls.join() === answered.join() ? [] : [`${message.id} does not answer the calls above it`]
  })
}

/** What was asked and the summary are one write, on the message that it covers through. */
function findHalfSummaries(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(message => {
    const beside = messages.filter(({ parentId }) => parentId === message.parentId)
    const made = beside.filter(other => other.role === 'summary' && other.request !== null).length
    const asked = beside.filter(({ role }) => role === 'system-summary').length
    if (message.role === 'summary' && message.coversThrough !== message.parentId) {
      return [`${message.id} does not hang on what it covers through`]
    }
    return message.role === 'system-summary' && made !== asked ? [`${message.id} was asked and not answered`] : []
  })
}

async function findRunning(store: Store, chatId: ChatId): Promise<readonly string[]> {
  const broken: string[] = []
  for await (const row of listRows(store, RUNS_SHELF, { by: { parent: chatId } })) {
    const run = fromRunRow(row)
    if ('unreadable' in run || run.state === 'running') broken.push(`${row.id} is still running`)
  }
  return broken
}

/** Every answer that was asked for has its row, and no row is left under way (U1). */
async function findWrongRequests(store: Store, messages: readonly Message[]): Promise<readonly string[]> {
  const broken: string[] = []
  for (const message of messages) {
    const id = requestOf(message)?.requestId ?? null
    const row = id === null ? null : await store.get(REQUESTS_SHELF, id)
    const request = row === null ? null : fromRequestRow(row)
    if (id !== null && (request === null || 'unreadable' in request || request.messageId !== message.id)) {
      broken.push(`${message.id} has no row in the ledger`)
    }
  }
  for (const chatId of new Set(messages.map(message => message.chatId))) {
    for await (const row of listRows(store, REQUESTS_SHELF, { by: { parent: chatId } })) {
      const request = fromRequestRow(row)
      if ('unreadable' in request || request.state === 'sent') broken.push(`${row.id} is still under way`)
    }
  }
  return broken
}

async function findWrongCalls(
  store: Store,
  messages: readonly Message[],
  { approved }: Acknowledged,
  effects: readonly string[],
): Promise<readonly string[]> {
  const broken: string[] = []
  for (const message of messages) {
    const parts = toolCallsOf(message)
    const rows = await store.getMany(
      CALLS_SHELF,
      parts.map(({ callId }) => callId),
    )
    for (const [index, { callId, tool }] of parts.entries()) {
      const row = rows[index] ?? null
      const call = row === null ? null : fromCallRow(row)
      if (call === null || 'unreadable' in call) {
        broken.push(`${callId} has no row`)
        continue
      }
      const { kind } = call.state
      const times = effects.filter(id => id === callId).length
      if (times > 1) broken.push(`${callId} took effect ${times} times`)
      if (times === 1 && kind !== 'done' && kind !== 'unknown') broken.push(`${callId} took effect and is ${kind}`)
      if (times === 0 && kind === 'done' && tool !== 'write_todo') broken.push(`${callId} is done and took no effect`)
      if (kind === 'started') broken.push(`${callId} is still started`)
      if (approved.includes(callId) && (kind === 'proposed' || kind === 'denied'))
        broken.push(`${callId} was approved and is ${kind}`)
    }
  }
  return broken
}
