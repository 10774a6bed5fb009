import type { AssistantMessage, NewMessage } from '@stet/history'
import { CHATS_SHELF, Conflict, type Run, readSiblingIds, StoreError, toMessagePut, toRunPut } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'
import type { LiveRun } from './live-runs.ts'
import { orderOf } from './order-of.ts'
import { readChat } from './read-chat.ts'
import { putActive } from './update-chat.ts'

export type NewAnswer = Extract<NewMessage, { role: 'assistant' }>

/** A run that has its outcome, and now has to stand in the record. */
export interface EndedRun {
  readonly live: LiveRun
  readonly run: Run
  /** Where its row stood when it started. Whoever takes the run over raises the version, and what is written here conflicts. */
  readonly place: { readonly expect: number; readonly order: number }
  readonly answer: NewAnswer
  /** The bytes that the answer names. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

export type Settled =
  | { readonly kind: 'saved'; readonly answer: AssistantMessage }
  /** Another process ended the run: what this one holds is no longer the answer. */
  | { readonly kind: 'taken-over' }
  | { readonly kind: 'refused'; readonly error: unknown }

const PAUSES_MS = [100, 400, 1600]

/** The answer and the run's end in one write. It does not throw: a store that refuses is one of its answers. */
export async function settle(room: EngineRoom, ended: EndedRun): Promise<Settled> {
  for (let tries = 0; ; tries += 1) {
    const settled = await room.chats.hold(ended.run.chatId, () => trySettling(room, ended))
    const pauseMs = PAUSES_MS[tries]
    if (settled.kind !== 'refused' || !isPassing(settled.error) || pauseMs === undefined) return settled
    await room.pause(pauseMs, room.tasks.closing)
  }
}

async function trySettling(room: EngineRoom, ended: EndedRun): Promise<Settled> {
  try {
    return { kind: 'saved', answer: await write(room, ended) }
  } catch (error) {
    // The chat changes under many hands; the run and its message only when another process ended the run.
    return error instanceof Conflict && error.shelf !== CHATS_SHELF
      ? { kind: 'taken-over' }
      : { kind: 'refused', error }
  }
}

async function write({ store, live, hub, clock }: EngineRoom, ended: EndedRun): Promise<AssistantMessage> {
  const { run, answer, blobs } = ended
  // With every try: while the store refused the row that names them, a sweep may have taken them.
  for (const [id, bytes] of blobs) await store.blobs.put(id, bytes, clock())
  const row = await readChat(store, run.chatId)
  const siblings = await readSiblingIds(store, answer)
  const chat = { ...row.chat, activeAt: run.endedAt ?? row.chat.activeAt }
  const written = await store.write([toMessagePut(answer), toRunPut(run, ended.place), putActive(row, chat)])
  const message = { ...answer, order: orderOf(written, answer.id) }
  live.remove(ended.live)
  hub.publish({
    kind: 'message-added',
    chatId: chat.id,
    message,
    siblings: [...siblings, answer.id],
    tip: chat.tip,
  })
  hub.publish({ kind: 'chat-changed', chatId: chat.id, chat })
  return message
}

function isPassing(error: unknown): boolean {
  return error instanceof Conflict || (error instanceof StoreError && error.retryable)
}
