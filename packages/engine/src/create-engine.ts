import type { ChatId } from '@stet/history'
import { createToolbox } from './calls/toolbox.ts'
import { answering, changeModel } from './commands/change-model.ts'
import { changeAnswerSettings, changeContext, changeTools } from './commands/change-settings.ts'
import { chooseTip } from './commands/choose-tip.ts'
import { clear } from './commands/clear.ts'
import { createCommands } from './commands/command.ts'
import { continueAnswer } from './commands/continue-answer.ts'
import { approve, deny } from './commands/decide-call.ts'
import { deleteMessage } from './commands/delete-message.ts'
import { expose, unexpose } from './commands/expose.ts'
import { fork } from './commands/fork.ts'
import { inspect } from './commands/inspect.ts'
import { lift } from './commands/lift.ts'
import { mark } from './commands/mark.ts'
import { rejectPending, runPending } from './commands/pending.ts'
import { retry } from './commands/retry.ts'
import { send } from './commands/send.ts'
import { stop } from './commands/stop.ts'
import { dismissCompaction, summarise } from './commands/summarise.ts'
import { askForTitle, rename } from './commands/title-commands.ts'
import { readTotals, readUsage } from './commands/usage.ts'
import { withdraw } from './commands/withdraw.ts'
import { createLiveCompactions } from './compaction/live-compactions.ts'
import { createTokenMemory } from './compaction/token-memory.ts'
import type { Engine } from './engine.ts'
import type { EngineContext, EngineDeps } from './engine-context.ts'
import { createEventHub } from './events/event-hub.ts'
import { watch } from './events/watch.ts'
import { createLedger } from './ledger/ledger.ts'
import { readRequest } from './ledger/read-request.ts'
import { enterProcess, leaveProcess } from './record/processes.ts'
import { childRunsOf } from './run/child-runs.ts'
import { createToldRoots } from './run/environment.ts'
import { createLiveRuns } from './run/live-runs.ts'
import { recover } from './run/recover.ts'
import { EngineError } from './runtime/engine-error.ts'
import { createKeyedLock } from './runtime/keyed-lock.ts'
import { pauseByTimer } from './runtime/pause.ts'
import { createTasks } from './runtime/tasks.ts'
import type { ChatView } from './view/chat-view.ts'
import type { Fact } from './view/event.ts'
import { earlier, view } from './view/read-view.ts'

/** An engine as its home holds it: with what the other rooms of the home need of it. */
export interface HomeEngine extends Engine {
  /** Tells every page of a fact that another room wrote, such as a new chat. */
  publish(fact: Fact): void
  /** Whether an answer is being written in a chat. */
  isRunning(chatId: ChatId): boolean
}

/** One engine for one owner, ready when what a crash left has been ended. */
export async function createEngine(deps: EngineDeps): Promise<HomeEngine> {
  const engine: EngineContext = {
    ...deps,
    pause: deps.pause ?? pauseByTimer,
    directories: deps.directories ?? null,
    told: createToldRoots(deps.store),
    hub: createEventHub(deps.randomBytes),
    live: createLiveRuns(),
    compactions: createLiveCompactions(),
    chats: createKeyedLock(),
    commands: createCommands(deps),
    tasks: createTasks(deps.log),
    titling: new Set(),
    tokens: createTokenMemory(),
    childRunsOf: (caller, call) => childRunsOf(engine, caller, call),
    ledger: createLedger(deps),
    toolbox: createToolbox(deps.tools ?? [], deps.abilities ?? []),
  }
  const { tasks, hub, live, store, journal } = engine
  await enterProcess(store, engine.boot)
  await recover(engine)

  async function findView(chatId: ChatId): Promise<ChatView | null> {
    try {
      return await view(engine, chatId)
    } catch (error) {
      if (error instanceof EngineError) return null
      throw error
    }
  }

  return {
    send: command => tasks.command(() => send(engine, command)),
    withdraw: command => tasks.command(() => withdraw(engine, command)),
    retry: command => tasks.command(() => retry(engine, command)),
    approve: command => tasks.command(() => approve(engine, command)),
    deny: command => tasks.command(() => deny(engine, command)),
    runPending: command => tasks.command(() => runPending(engine, command)),
    rejectPending: command => tasks.command(() => rejectPending(engine, command)),
    continueAnswer: command => tasks.command(() => continueAnswer(engine, command)),
    changeTools: command => tasks.command(() => changeTools(engine, command)),
    tools: () => tasks.command(async () => engine.toolbox.facts),
    expose: command => tasks.command(() => expose(engine, command)),
    unexpose: command => tasks.command(() => unexpose(engine, command)),
    chooseTip: command => tasks.command(() => chooseTip(engine, command)),
    fork: command => tasks.command(() => fork(engine, command)),
    deleteMessage: command => tasks.command(() => deleteMessage(engine, command)),
    clear: command => tasks.command(() => clear(engine, command)),
    lift: command => tasks.command(() => lift(engine, command)),
    summarise: command => tasks.command(() => summarise(engine, command)),
    dismissCompaction: command => tasks.command(() => dismissCompaction(engine, command)),
    stop: command => tasks.command(() => stop(engine, command)),
    rename: command => tasks.command(() => rename(engine, command)),
    makeTitle: command => tasks.command(() => askForTitle(engine, command)),
    changeContext: command => tasks.command(() => changeContext(engine, command)),
    changeModel: command => tasks.command(() => changeModel(engine, command)),
    changeAnswerSettings: command => tasks.command(() => changeAnswerSettings(engine, command)),
    answering: chatId => tasks.command(() => answering(engine, chatId)),
    mark: command => tasks.command(() => mark(engine, command)),
    inspect: query => tasks.command(() => inspect(engine, query)),
    usage: chatId => tasks.command(() => readUsage(engine, chatId)),
    totals: query => tasks.command(() => readTotals(engine, query)),
    request: requestId => tasks.command(() => readRequest(engine, requestId)),
    view: chatId => tasks.command(() => view(engine, chatId)),
    earlier: (chatId, before, limit) => tasks.command(() => earlier(engine, chatId, before, limit)),
    watch: watcher => watch({ hub, findView }, watcher),
    publish: fact => hub.publish(fact),
    isRunning: chatId => live.active(chatId).length > 0,
    async close() {
      await tasks.close()
      hub.close()
      await journal.flush()
      if (live.all().length === 0) await leaveProcess(store, engine.boot)
    },
  }
}
