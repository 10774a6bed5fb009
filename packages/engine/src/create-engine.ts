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
import { createLiveRuns } from './run/live-runs.ts'
import { recover } from './run/recover.ts'
import { createToldRoots } from './run/told-roots.ts'
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
export async function createEngine(parts: EngineDeps): Promise<HomeEngine> {
  const room: EngineContext = {
    ...parts,
    pause: parts.pause ?? pauseByTimer,
    directories: parts.directories ?? null,
    told: createToldRoots(parts.store),
    hub: createEventHub(parts.randomBytes),
    live: createLiveRuns(),
    compactions: createLiveCompactions(),
    chats: createKeyedLock(),
    commands: createCommands(parts),
    tasks: createTasks(parts.log),
    titling: new Set(),
    tokens: createTokenMemory(),
    childRunsOf: (caller, call) => childRunsOf(room, caller, call),
    ledger: createLedger(parts),
    toolbox: createToolbox(parts.tools ?? [], parts.abilities ?? []),
  }
  const { tasks, hub, live, store, journal } = room
  await enterProcess(store, room.boot)
  await recover(room)

  async function findView(chatId: ChatId): Promise<ChatView | null> {
    try {
      return await view(room, chatId)
    } catch (error) {
      if (error instanceof EngineError) return null
      throw error
    }
  }

  return {
    send: command => tasks.command(() => send(room, command)),
    withdraw: command => tasks.command(() => withdraw(room, command)),
    retry: command => tasks.command(() => retry(room, command)),
    approve: command => tasks.command(() => approve(room, command)),
    deny: command => tasks.command(() => deny(room, command)),
    runPending: command => tasks.command(() => runPending(room, command)),
    rejectPending: command => tasks.command(() => rejectPending(room, command)),
    continueAnswer: command => tasks.command(() => continueAnswer(room, command)),
    changeTools: command => tasks.command(() => changeTools(room, command)),
    tools: () => tasks.command(async () => room.toolbox.facts),
    expose: command => tasks.command(() => expose(room, command)),
    unexpose: command => tasks.command(() => unexpose(room, command)),
    chooseTip: command => tasks.command(() => chooseTip(room, command)),
    fork: command => tasks.command(() => fork(room, command)),
    deleteMessage: command => tasks.command(() => deleteMessage(room, command)),
    clear: command => tasks.command(() => clear(room, command)),
    lift: command => tasks.command(() => lift(room, command)),
    summarise: command => tasks.command(() => summarise(room, command)),
    dismissCompaction: command => tasks.command(() => dismissCompaction(room, command)),
    stop: command => tasks.command(() => stop(room, command)),
    rename: command => tasks.command(() => rename(room, command)),
    makeTitle: command => tasks.command(() => askForTitle(room, command)),
    changeContext: command => tasks.command(() => changeContext(room, command)),
    changeModel: command => tasks.command(() => changeModel(room, command)),
    changeAnswerSettings: command => tasks.command(() => changeAnswerSettings(room, command)),
    answering: chatId => tasks.command(() => answering(room, chatId)),
    mark: command => tasks.command(() => mark(room, command)),
    inspect: query => tasks.command(() => inspect(room, query)),
    usage: chatId => tasks.command(() => readUsage(room, chatId)),
    totals: query => tasks.command(() => readTotals(room, query)),
    request: requestId => tasks.command(() => readRequest(room, requestId)),
    view: chatId => tasks.command(() => view(room, chatId)),
    earlier: (chatId, before, limit) => tasks.command(() => earlier(room, chatId, before, limit)),
    watch: watcher => watch({ hub, findView }, watcher),
    publish: fact => hub.publish(fact),
    isRunning: chatId => live.active(chatId).length > 0,
    async close() {
      await tasks.close()
      hub.close()
      await journal.flush()
      if (live.all().length === 0) await leaveProcess(store, room.boot)
    },
  }
}
