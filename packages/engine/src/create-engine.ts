import { createFiles } from '@stet/files'
import type { Chat, ChatId, MessageId, PromptValues, RenderedPrompt, WorkspaceId } from '@stet/history'
import type { Operation } from '@stet/store'
import { createToolbox } from './calls/toolbox.ts'
import { stopAll } from './commands/answering/stop.ts'
import { answering } from './commands/chats/change-model.ts'
import { promptValuesOf } from './commands/chats/change-prompt.ts'
import { createCommands } from './commands/command.ts'
import { readBranchAnswer } from './commands/reads/branch-answer.ts'
import { browse } from './commands/reads/browse.ts'
import { calledChats } from './commands/reads/called-chats.ts'
import { dumpChat } from './commands/reads/dump.ts'
import { countNext, inspect, inspectChat, nextBytes } from './commands/reads/inspect.ts'
import { readSummaryFacts } from './commands/reads/summary-facts.ts'
import { readReport, readTotals, readUsage } from './commands/reads/usage.ts'
import { bindRuns } from './commands/runs.ts'
import { createKnownDocuments } from './compaction/known-documents.ts'
import { createKnownMessages } from './compaction/known-messages.ts'
import { createLiveCompactions } from './compaction/live-compactions.ts'
import { readPromptValues, renderPrompt } from './compaction/render-prompt.ts'
import { createTokenMemory } from './compaction/token-memory.ts'
import { createDeletedChats } from './deletion/deleted-chats.ts'
import { createDeletions } from './deletion/deletions.ts'
import type { Engine, Inspection } from './engine.ts'
import type { EngineContext, EngineDeps } from './engine-context.ts'
import { createEventHub } from './events/event-hub.ts'
import { createWaitingApprovals } from './events/waiting-approvals.ts'
import { watch } from './events/watch.ts'
import { readBudgets } from './ledger/budgets.ts'
import { readDifference } from './ledger/difference.ts'
import { createLedger } from './ledger/ledger.ts'
import { listRequests } from './ledger/list-requests.ts'
import { readRequest } from './ledger/read-request.ts'
import { buildRollUps } from './ledger/roll-ups.ts'
import { readCosts } from './ledger/totals.ts'
import { createMessagesAbove } from './record/messages-above.ts'
import { createOutlines } from './record/outlines.ts'
import { enterProcess, leaveProcess } from './record/processes.ts'
import { checkChat } from './record/read-chat.ts'
import { childRunsOf } from './run/child-runs.ts'
import { createLiveRuns } from './run/live/live-runs.ts'
import { recover } from './run/recover.ts'
import { createAnnouncedRoots } from './run/request/environment.ts'
import { EngineError } from './runtime/engine-error.ts'
import { createKeyedLock } from './runtime/keyed-lock.ts'
import { pauseByTimer } from './runtime/pause.ts'
import { createTasks } from './runtime/tasks.ts'
import type { ChatView } from './view/chat-view.ts'
import type { Fact, WorkspacesChanged } from './view/event.ts'
import { findMoment, readOutline, readShownLinks } from './view/read-outline.ts'
import { earlier, view } from './view/read-view.ts'
import { around } from './view/read-window.ts'

/** An engine with what other packages of its home need. */
export interface HomeEngine extends Engine {
  /** Publishes a fact that another package wrote, such as a new chat. */
  publish(event: Fact | WorkspacesChanged): void
  /** The system prompt of a chat as of now, to be saved with it. */
  renderPrompt(chat: Chat): Promise<RenderedPrompt>
  /** What the variables of a system prompt mean in a chat that may not be saved. */
  promptValuesOf(chat: Chat): Promise<PromptValues>
  /** What the first request of a chat that is not saved would send. */
  inspectNew(chat: Chat): Promise<Inspection>
  /** The ids of the messages on the shown branch of a chat, oldest first. */
  shownPath(chatId: ChatId): Promise<readonly MessageId[]>
  /** Whether an answer is being written in a chat. */
  isRunning(chatId: ChatId): boolean
  /**
   * Deletes a chat with everything in it, and what its calls made; what was spent stays in the ledger. Stops what runs in it. `also` is part of
   * the write that takes the chat out of its list; the rest is erased in slices in the background, and continued after a crash.
   */
  deleteChatNow(chatId: ChatId, also: readonly Operation[]): Promise<void>
  /** The same for all chats of a workspace. The row of the workspace is the caller's: its removal belongs into `also`. */
  deleteChatsOf(workspaceId: WorkspaceId, also: readonly Operation[]): Promise<void>
  /** Resolves when nothing that was deleted is left to be erased. */
  deletionsSettled(): Promise<void>
  /** Resolves when the roll-ups of requests of earlier versions are built, or could not be. */
  rolledUp(): Promise<void>
  /** The answer with a call that waits for approval in a chat; null when none does. */
  waitsAt(chatId: ChatId): MessageId | null
  /** The chats that a user may want to look at: answers are being written there, or calls wait for approval. */
  activeChats(): readonly ChatId[]
}

/** One engine for one owner, ready when recovery is done. */
export async function createEngine(deps: EngineDeps): Promise<HomeEngine> {
  const live = createLiveRuns()
  const compactions = createLiveCompactions()
  const approvals = createWaitingApprovals(deps.store)
  const hub = createEventHub({
    randomBytes: deps.randomBytes,
    isRunning: chatId => live.active(chatId).length > 0,
    approvals,
  })
  const chats = createKeyedLock()
  const tasks = createTasks(deps.log)
  const ledger = createLedger(deps)
  const messages = createKnownMessages(deps.store)
  const deletions = createDeletions({
    ...deps,
    ledger,
    messages,
    chats,
    tasks,
    hub,
    isRunning: chatId => live.active(chatId).length + compactions.byHand(chatId).length > 0,
    async stop(chatId) {
      await stopAll({ live, compactions }, chatId)
      await deps.jobs?.stopAll(chatId)
    },
  })
  const pause = deps.pause ?? pauseByTimer
  const deletedChats = createDeletedChats({
    ...deps,
    pause,
    tasks,
    async deleteRows(chatId) {
      await deletions.chat(chatId, [])
      approvals.forgetChat(chatId)
    },
  })
  const files = deps.files ?? createFiles(deps)
  let isRolledUp = false
  const engine: EngineContext = {
    ...deps,
    pause,
    elapsed: deps.elapsed ?? deps.clock,
    timeZone: deps.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    directories: deps.directories ?? null,
    announced: createAnnouncedRoots(deps.store),
    hub,
    live,
    compactions,
    chats,
    commands: createCommands(deps),
    tasks,
    titling: new Set(),
    tokens: createTokenMemory(deps.store),
    messages,
    above: createMessagesAbove(deps.store),
    outlines: createOutlines(deps.store),
    documents: createKnownDocuments(deps),
    childRunsOf: (caller, call) => childRunsOf(engine, caller, call),
    ledger,
    files,
    toolbox: createToolbox({ ...deps, tools: deps.tools ?? [], abilities: deps.abilities ?? [], files }),
    deletions,
    isRolledUp: () => isRolledUp,
    deletedChats,
    approvals,
  }
  const { store, journal } = deps
  await enterProcess(store, engine.boot)
  await recover(engine)
  await deletions.recover()
  const rollingUp = Promise.withResolvers<void>()
  tasks.own('building roll-ups', async () => {
    try {
      isRolledUp = await buildRollUps({ store, log: deps.log, closing: tasks.closing })
    } finally {
      rollingUp.resolve()
    }
  })
  await approvals.load()
  await deletedChats.resume()

  async function findView(chatId: ChatId): Promise<ChatView | null> {
    try {
      return await view(engine, chatId)
    } catch (error) {
      if (error instanceof EngineError) return null
      throw error
    }
  }

  return {
    ...bindRuns(engine),
    tools: workspaceId => tasks.command(() => engine.toolbox.facts(workspaceId)),
    called: (chatId, given) =>
      tasks.command(async () => {
        await checkChat(store, chatId)
        return calledChats(engine, chatId, given)
      }),
    browse: path => tasks.command(() => browse(engine, path)),
    promptValues: chatId => tasks.command(() => promptValuesOf(engine, chatId)),
    answering: chatId => tasks.command(() => answering(engine, chatId)),
    inspect: query => tasks.command(() => inspect(engine, query)),
    count: query => tasks.command(() => countNext(engine, query)),
    nextBytes: query => tasks.command(() => nextBytes(engine, query)),
    summaryFacts: query => tasks.command(() => readSummaryFacts(engine, query)),
    usage: chatId => tasks.command(() => readUsage(engine, chatId)),
    costs: chatIds => tasks.command(() => readCosts(engine, chatIds)),
    totals: query => tasks.command(() => readTotals(engine, query)),
    usageReport: query => tasks.command(() => readReport(engine, query)),
    budgets: () => tasks.command(() => readBudgets(engine)),
    requests: query =>
      tasks.command(async () => {
        await checkChat(store, query.chatId)
        return listRequests(store, query)
      }),
    checkChat: chatId => tasks.command(() => checkChat(store, chatId)),
    difference: ids => tasks.command(() => readDifference(engine, ids)),
    request: requestId => tasks.command(() => readRequest(engine, requestId)),
    view: chatId => tasks.command(() => view(engine, chatId)),
    dump: chatId => tasks.command(() => dumpChat(store, chatId)),
    around: (chatId, message, limit) => tasks.command(() => around(engine, chatId, message, limit)),
    outline: query => tasks.command(() => readOutline(engine, query)),
    moment: (chatId, from) => tasks.command(() => findMoment(engine, chatId, from)),
    branchAnswer: (chatId, messageId) => tasks.command(() => readBranchAnswer(engine, chatId, messageId)),
    shownPath: chatId => tasks.command(async () => (await readShownLinks(engine, chatId)).path.map(({ id }) => id)),
    earlier: (chatId, before, limit) => tasks.command(() => earlier(engine, chatId, before, limit)),
    watch: watcher => watch({ hub, findView }, watcher),
    publish: event => hub.publish(event),
    renderPrompt: chat => renderPrompt(engine, chat),
    promptValuesOf: chat => readPromptValues(engine, chat),
    inspectNew: chat => tasks.command(() => inspectChat(engine, chat, { context: null, text: '', attachments: [] })),
    isRunning: chatId => live.active(chatId).length > 0,
    deleteChatNow: (chatId, also) => tasks.command(() => deletions.chat(chatId, also)),
    deleteChatsOf: (workspaceId, also) => tasks.command(() => deletions.workspace(workspaceId, also)),
    deletionsSettled: deletions.settled,
    rolledUp: () => rollingUp.promise,
    waitsAt: approvals.of,
    activeChats: () => [...new Set([...approvals.chats(), ...live.all().map(run => run.chatId)])],
    async close() {
      await tasks.close()
      hub.close()
      await journal.flush()
      if (live.all().length === 0) await leaveProcess(store, engine.boot)
    },
  }
}
