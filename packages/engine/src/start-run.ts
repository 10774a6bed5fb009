import { type Chat, type ChatId, type MessageId, type ModelFacts, makeId } from '@stet/history'
import type { Run } from '@stet/store'
import { conductRun } from './conduct-run.ts'
import { createDraftWriter } from './draft-writer.ts'
import type { EngineRoom } from './engine-room.ts'
import { createLiveRun } from './live-runs.ts'

/** The row of a run that is to answer a message, to be written with whatever asks for it. */
export function newRun(
  { boot, randomBytes }: EngineRoom,
  { chatId, below, at }: { readonly chatId: ChatId; readonly below: MessageId; readonly at: number },
): Run {
  return {
    id: makeId('run', randomBytes(20)),
    chatId,
    boot,
    below,
    messageId: makeId('msg', randomBytes(20)),
    state: 'running',
    startedAt: at,
    endedAt: null,
  }
}

/** Starts a run whose row stands; from here it goes on by itself. */
export function startRun(
  room: EngineRoom,
  run: Run,
  { version, order }: { readonly version: number; readonly order: number },
  { chat, facts }: { readonly chat: Chat; readonly facts: ModelFacts },
): void {
  const { id: runId, chatId, messageId, below: parentId, startedAt } = run
  const live = createLiveRun(runId, chatId, createDraftWriter(chatId, { runId, messageId, parentId, startedAt }))
  room.live.add(live)
  room.hub.publish({ kind: 'run-started', chatId, draft: live.draft.draft() })
  room.tasks.own('a run', () => conductRun(room, { live, run, place: { expect: version, order }, chat, facts }))
}
