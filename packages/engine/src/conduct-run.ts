import { type Chat, type ModelFacts, type ModelRequest, makeId, type Origin } from '@stet/history'
import { ModelError } from '@stet/models'
import type { Run } from '@stet/store'
import { assembleRequest } from './assemble-request.ts'
import type { RunState } from './chat-view.ts'
import type { EngineRoom } from './engine-room.ts'
import { forgetJournal } from './forget-journal.ts'
import { toJournalEntry } from './journal-entry.ts'
import type { LiveRun } from './live-runs.ts'
import { type MadeFiles, readMadeFiles } from './made-files.ts'
import type { Outcome } from './outcome.ts'
import { createPathTail } from './path-tail.ts'
import { runLoop } from './run-loop.ts'
import { saveLater } from './save-later.ts'
import { type EndedRun, type NewAnswer, settle } from './settle.ts'
import { makeTitle } from './title.ts'
import { toAnswerParts } from './to-answer-parts.ts'

/** A run whose row and user message stand. */
export interface StartedRun {
  readonly live: LiveRun
  readonly run: Run
  readonly place: EndedRun['place']
  /** The chat as it stood when the run started: its settings are those of the person's act. */
  readonly chat: Chat
  readonly facts: ModelFacts
}

/** Carries a run to its last event, and publishes what it tells on the way. */
export async function conductRun(room: EngineRoom, started: StartedRun): Promise<void> {
  const { live, run, chat } = started
  const { closing } = room.tasks
  const cut = () => live.cut('interrupted')
  closing.addEventListener('abort', cut)
  if (closing.aborted) cut()
  const loop = runLoop({
    live,
    choice: chat.settings.model,
    settings: chat.settings.answer,
    models: room.models,
    assemble: () => toRequest(room, started),
    journal: delta => room.journal.append(run.messageId, toJournalEntry(delta)),
    settle: async outcome => end(room, started, outcome, await readMadeFiles(outcome)),
    makeCallId: () => makeCallId(room),
    clock: room.clock,
    log: room.log,
  })
  try {
    for await (const event of loop) room.hub.publish(event)
  } finally {
    closing.removeEventListener('abort', cut)
    live.end()
  }
}

async function toRequest(room: EngineRoom, { run, chat, facts }: StartedRun): Promise<ModelRequest> {
  const tail = createPathTail(room.store, chat.id, run.below)
  const assembly = await assembleRequest(room, { chat, facts, tail, next: null })
  if (assembly.kind === 'cannot-fit') throw new ModelError('context-too-long', { message: assembly.because })
  return assembly.request
}

function makeCallId({ randomBytes }: EngineRoom) {
  return makeId('call', randomBytes(20))
}

function toAnswer(
  room: EngineRoom,
  { live, run, facts }: StartedRun,
  outcome: Outcome,
  { toFilePart }: MadeFiles,
): NewAnswer {
  const at = room.clock()
  const { definition, protocol, model } = facts
  const origin: Origin = { definition, protocol, model }
  const answer = outcome.kind === 'answered' ? outcome.answer : null
  return {
    id: run.messageId,
    chatId: run.chatId,
    parentId: run.below,
    at,
    copiedFrom: null,
    role: 'assistant',
    parts: toAnswerParts(outcome, live.draft.draft().parts, { makeCallId: () => makeCallId(room), toFilePart }),
    runId: run.id,
    end: outcome.kind === 'answered' ? outcome.answer.end : outcome.end,
    native: answer?.native ?? null,
    // Clocks jump, also backwards (FH-11).
    durationMs: Math.max(0, at - run.startedAt),
    origin,
    requestId: null,
    rawUsage: answer?.rawUsage ?? null,
    usage: answer?.usage ?? null,
  }
}

function stateOf(outcome: Outcome): RunState {
  return outcome.kind === 'answered' ? 'complete' : outcome.state
}

async function end(room: EngineRoom, started: StartedRun, outcome: Outcome, files: MadeFiles): Promise<RunState> {
  const { live, place } = started
  const answer = toAnswer(room, started, outcome, files)
  const state = stateOf(outcome)
  const run: Run = { ...started.run, state, endedAt: answer.at }
  const ended = { live, run, place, answer, blobs: files.blobs }
  const settled = await settle(room, ended)
  switch (settled.kind) {
    case 'saved': {
      await forgetJournal(room, run)
      const saved = settled.answer
      if (state === 'complete') room.tasks.own('a title', () => makeTitle(room, saved))
      return state
    }
    case 'taken-over':
      room.log.warn('a run was ended by another process', { runId: run.id, chatId: run.chatId })
      room.live.remove(live)
      return 'interrupted'
    case 'refused':
      room.log.error('an answer could not be written', { runId: run.id, chatId: run.chatId, error: settled.error })
      live.draft.keepUnsaved()
      room.tasks.own('saving an answer', () => saveLater(room, ended))
      return 'failed'
  }
}
