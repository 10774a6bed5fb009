import type { ChatId } from '@stet/history'
import { answering } from './answering.ts'
import { askForTitle } from './ask-for-title.ts'
import { changeAnswerSettings } from './change-answer-settings.ts'
import { changeContext } from './change-context.ts'
import { changeModel } from './change-model.ts'
import { changeTools } from './change-tools.ts'
import type { ChatView } from './chat-view.ts'
import { childRunsOf } from './child-runs.ts'
import { chooseTip } from './choose-tip.ts'
import { clear } from './clear.ts'
import { createCommands } from './command.ts'
import { dismissCompaction } from './compaction/dismiss-compaction.ts'
import { createLiveCompactions } from './compaction/live-compactions.ts'
import { summarise } from './compaction/summarise.ts'
import { continueAnswer } from './continue-answer.ts'
import { approve, deny } from './decide-call.ts'
import { deleteMessage } from './delete-message.ts'
import type { Engine } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineParts, EngineRoom } from './engine-room.ts'
import type { Fact } from './event.ts'
import { createEventHub } from './event-hub.ts'
import { expose, unexpose } from './expose.ts'
import { fork } from './fork.ts'
import { inspect } from './inspect.ts'
import { createKeyedLock } from './keyed-lock.ts'
import { lift } from './lift.ts'
import { createLiveRuns } from './live-runs.ts'
import { mark } from './mark.ts'
import { pauseByTimer } from './pause.ts'
import { rejectPending, runPending } from './pending.ts'
import { enterProcess, leaveProcess } from './processes.ts'
import { recover } from './recover.ts'
import { rename } from './rename.ts'
import { createLedger } from './requests/ledger.ts'
import { readRequest } from './requests/read-request.ts'
import { readTotals, readUsage } from './requests/read-usage.ts'
import { retry } from './retry.ts'
import { send } from './send.ts'
import { stop } from './stop.ts'
import { createTasks } from './tasks.ts'
import { createTokenMemory } from './token-memory.ts'
import { createToldRoots } from './told-roots.ts'
import { createToolbox } from './toolbox.ts'
import { earlier, view } from './view.ts'
import { watch } from './watch.ts'
import { withdraw } from './withdraw.ts'

/** An engine as its home holds it: with what the other rooms of the home need of it. */
export interface HomeEngine extends Engine {
  /** Tells every page of a fact that another room wrote, such as a new chat. */
  publish(fact: Fact): void
  /** Whether an answer is being written in a chat. */
  isRunning(chatId: ChatId): boolean
}

/** One engine for one owner, ready when what a crash left has been ended. */
export async function createEngine(parts: EngineParts): Promise<HomeEngine> {
  const room: EngineRoom = {
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
