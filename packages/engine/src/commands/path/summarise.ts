import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { type AssembleInput, type CompactionPlan, planInSteps } from '@stet/context'
import type { Chat, ChatId, MessageId, Path } from '@stet/history'
import { MESSAGES_SHELF, readManyChildren, readNewestLeaf, readPathBackwards, StoreError } from '@stet/store'
import { publishCompaction } from '../../compaction/live-compactions.ts'
import type { MadeSummary } from '../../compaction/make-summary.ts'
import { prepareSummary } from '../../compaction/prepare-summary.ts'
import { readFacts } from '../../compaction/read-facts.ts'
import { readToPlanByHand } from '../../compaction/read-to-plan.ts'
import { newCompactionId, runCompaction } from '../../compaction/run-compaction.ts'
import { summaryTexts } from '../../compaction/summary-texts.ts'
import { type SummaryToWrite, writeSummary } from '../../compaction/write-summary.ts'
import type { EngineContext } from '../../engine-context.ts'
import { createPathTail } from '../../record/path-tail.ts'
import { readChat } from '../../record/read-chat.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { inTurns } from '../../runtime/in-turns.ts'
import type { CompactionId } from '../../view/compaction.ts'

/**
 * Summarises the shown path at the user's request, or makes one of its summaries again (C11, C12). Returns when the work has started; events
 * report how it ends.
 */
export async function summarise(
  engine: EngineContext,
  command: ChatCommand<'summarise'>,
): Promise<ChatAnswer<'summarise'>> {
  const { chatId, form, again = null, above = null } = command
  const wish = command.instruction?.trim() ?? ''
  return engine.commands.once(CHAT_COMMANDS.summarise, command, keep =>
    engine.chats.hold(chatId, async () => {
      const { chat } = await readChat(engine.store, chatId)
      checkAlone(engine, chatId)
      const planned = await planByHand(engine, chat, { again, above })
      const id = newCompactionId(engine)
      await engine.store.write([keep({ compactionId: id })])
      begin(engine, { id, chat, ...planned, form, wish, step: command.preview ? 'preview' : 'summarise' })
      return { compactionId: id }
    }),
  )
}

/** Two summaries at once would be paid for twice, and the later one would undo a checkpoint added meanwhile. */
export function checkAlone({ compactions }: Pick<EngineContext, 'compactions'>, chatId: ChatId): void {
  if (compactions.byHand(chatId).length > 0) {
    throw new EngineError('run-active', 'a summary of this chat is being made; wait for it or stop it')
  }
}

interface PlannedByHand {
  readonly plan: CompactionPlan
  /** Null for a summary made again. */
  readonly input: AssembleInput | null
}

interface WhatToSummarise {
  readonly again: MessageId | null
  readonly above: MessageId | null
}

async function planByHand(
  engine: EngineContext,
  chat: Chat,
  { again, above }: WhatToSummarise,
): Promise<PlannedByHand> {
  const leaf = await readNewestLeaf(engine.store, chat.id, chat.tip)
  if (leaf === null) throw nothing()
  await checkParent(engine, chat.id, leaf)
  const facts = await readFacts(engine, chat)
  const tail = createPathTail(engine.store, chat.id, leaf, engine.messages.of(chat.id))
  const input = await readToPlanByHand(engine, { chat, facts, tail, next: null }, again)
  if (again !== null && !input.path.some(({ id, role }) => id === again && role === 'summary')) {
    throw new EngineError('message-not-found', `no summary ${again} is on the shown path`)
  }
  if (above !== null && !(await isOnPath(engine, chat.id, leaf, above))) {
    throw new EngineError('message-not-found', `message ${above} is not on the shown path`)
  }
  const options = again !== null ? { again } : { byHand: true, ...(above === null ? {} : { above }) }
  const plan = await inTurns(planInSteps(input, options))
  if (plan === null) throw nothing()
  return { plan, input: again === null ? input : null }
}

async function isOnPath({ store }: EngineContext, chatId: ChatId, leaf: MessageId, id: MessageId): Promise<boolean> {
  for await (const { link } of readPathBackwards(store, chatId, leaf)) if (link?.id === id) return true
  return false
}

function nothing(): EngineError {
  return new EngineError('invalid', 'everything in this chat is already summarised')
}

interface ByHand extends PlannedByHand {
  readonly id: CompactionId
  readonly chat: Chat
  readonly form: ChatCommand<'summarise'>['form']
  readonly wish: string
  readonly step: 'summarise' | 'preview'
}

function begin(engine: EngineContext, { id, chat, plan, input, form, wish, step }: ByHand): void {
  const controller = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const work = { id, cut: () => controller.abort(), ended }
  engine.compactions.addByHand(chat.id, work)
  engine.tasks.own('a summary', async () => {
    try {
      const prepared = await prepareSummary(engine, { chat, plan, input, form, wish, most: null })
      await runCompaction(engine, {
        id,
        by: { kind: 'person' },
        chat,
        plan,
        prepared,
        run: null,
        signal: AbortSignal.any([controller.signal, engine.tasks.closing]),
        finish: (made, id) => keep(engine, { id, chat, plan, path: input?.path ?? null, form, step }, made),
      })
    } finally {
      engine.compactions.removeByHand(chat.id, work)
      end()
    }
  })
}

interface ToKeep extends Omit<ByHand, 'id' | 'input' | 'wish'> {
  readonly id: MessageId
  readonly path: Path | null
}

/** Saves the summary. Returns what went wrong; null for nothing, and when the user stopped it. */
async function keep(
  engine: EngineContext,
  { id, chat, plan, path, form, step }: ToKeep,
  made: MadeSummary,
): Promise<string | null> {
  if (made.kind === 'stopped') return null
  if (made.kind === 'failed') return made.because
  const trouble = await write(engine, {
    id,
    chatId: chat.id,
    coversThrough: plan.coversThrough,
    ...summaryTexts(engine, { chat, plan, path }, made.text),
    form,
    written: made,
    step,
  })
  if (trouble !== null) await made.source.recorded.endAlone(made.source.end)
  return trouble
}

async function write(engine: EngineContext, summary: SummaryToWrite): Promise<string | null> {
  const { chatId, coversThrough } = summary
  return engine.chats.hold(chatId, async () => {
    const covered = await engine.store.get(MESSAGES_SHELF, coversThrough)
    if (covered === null) return 'what it summarises was deleted meanwhile'
    const check = { kind: 'check', shelf: MESSAGES_SHELF, id: coversThrough, expect: covered.version } as const
    try {
      const replaces = summary.step === 'preview' ? await previewsOn(engine, chatId, coversThrough) : []
      await writeSummary(engine, { ...summary, replaces }, [check])
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      engine.log.error('a summary could not be written', { chatId, error })
      return `it was made and could not be kept: ${error.message}`
    }
    return null
  })
}

/** Summaries of the same messages that wait to be accepted: a new preview takes their place. */
export async function previewsOn(
  { store }: Pick<EngineContext, 'store'>,
  chatId: ChatId,
  parentId: MessageId,
): Promise<readonly MessageId[]> {
  const { chat } = await readChat(store, chatId)
  const waiting = new Set(chat.lifts.flatMap(({ checkpoint, because }) => (because === 'preview' ? [checkpoint] : [])))
  if (waiting.size === 0) return []
  const [children = []] = await readManyChildren(store, chatId, [parentId])
  return children.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}

/** Dismisses a summary that failed. */
export async function dismissCompaction(
  engine: EngineContext,
  command: ChatCommand<'dismissCompaction'>,
): Promise<void> {
  const { chatId, compactionId: id } = command
  await engine.commands.once(CHAT_COMMANDS.dismissCompaction, command, async keep => {
    await readChat(engine.store, chatId)
    const found = engine.compactions.of(chatId).find(compaction => compaction.id === id)
    // Until its first event it is only known as asked for.
    const isAsked = found === undefined && engine.compactions.byHand(chatId).some(asked => asked.id === id)
    if (isAsked || found?.state === 'working') {
      throw new EngineError('run-active', 'this summary is still being made; stop it')
    }
    await engine.store.write([keep(null)])
    publishCompaction(engine, { kind: 'compaction-dismissed', chatId, id })
    return null
  })
}
