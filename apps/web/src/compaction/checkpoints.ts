import type { ChatView, Message, MessageId } from '@stet/api/client'
import { createContext } from 'react'

/** The state of the checkpoints of the shown path, and what can be done with them. */
export interface Checkpoints {
  readonly stateOf: (checkpointId: MessageId) => CheckpointState
  /** How many messages of the conversation are above it; null where they are not all held. */
  readonly messagesAbove: (checkpointId: MessageId) => number | null
  /** Whether lifting it stops automatic summaries on this branch (H6). */
  readonly pauses: (checkpointId: MessageId) => boolean
  /** Summarises again what a checkpoint covers; null while something else is running. */
  readonly again: ((checkpointId: MessageId) => void) | null
  /** Asks what to do differently, and summarises again what a checkpoint covers (X2). */
  readonly redo: ((checkpointId: MessageId) => void) | null
  /** Asks what to keep, and summarises everything above a message (X2). */
  readonly summariseAbove: ((messageId: MessageId) => void) | null
  /** Whether another checkpoint of exactly the same messages is in force. */
  readonly isSuperseded: (checkpointId: MessageId) => boolean
}

/** `replaced`: another one further down holds. `preview`: it waits to be accepted. `discarded`: it was not, or its making was undone. */
export type CheckpointState = 'holds' | 'lifted' | 'replaced' | 'preview' | 'discarded'

export const CheckpointsContext = createContext<Checkpoints | null>(null)

interface Shown extends Pick<ChatView, 'path' | 'earlier'> {
  readonly lifts: ChatView['chat']['lifts']
}

type Read = Omit<Checkpoints, 'again' | 'redo' | 'summariseAbove'>

export function readCheckpoints({ path, earlier, lifts: all }: Shown): Read {
  const shown = new Set(path.map(({ id }) => id))
  const lifts = all.filter(({ below }) => shown.has(below))
  const lifted = new Map(lifts.map(({ checkpoint, because }) => [checkpoint, because ?? 'lifted'] as const))
  const pausing = new Set(lifts.flatMap(lift => (lift.automaticCompaction === 'off' ? [lift.checkpoint] : [])))
  const holding = path.findLast(message => isCheckpoint(message) && !lifted.has(message.id)) ?? null
  const above = new Map<MessageId, number>()
  let said = 0
  for (const message of path) {
    if (isCheckpoint(message)) above.set(message.id, said)
    if (message.role === 'user' || message.role === 'assistant') said += 1
  }
  return {
    stateOf: id => lifted.get(id) ?? (id === holding?.id ? 'holds' : 'replaced'),
    isSuperseded: id => {
      const superseded = path.find(message => message.id === id)
      return holding !== null && holding.id !== id && superseded?.parentId === holding.parentId
    },
    pauses: id => pausing.has(id),
    messagesAbove: id => (earlier ? null : (above.get(id) ?? null)),
  }
}

function isCheckpoint({ role }: Message): boolean {
  return role === 'summary' || role === 'clear'
}
