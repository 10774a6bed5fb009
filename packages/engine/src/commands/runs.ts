import { CHAT_COMMANDS, type CommandOf, type RunsOf } from '@stet/commands'
import type { ChatId } from '@stet/history'
import type { EngineContext } from '../engine-context.ts'
import { EngineError } from '../runtime/engine-error.ts'
import * as model from './change-model.ts'
import * as prompt from './change-prompt.ts'
import * as settings from './change-settings.ts'
import * as tip from './choose-tip.ts'
import * as clearing from './clear.ts'
import * as continuing from './continue-answer.ts'
import * as calls from './decide-call.ts'
import * as summaryDecisions from './decide-summary.ts'
import * as deletingChats from './delete-chat.ts'
import * as deleting from './delete-message.ts'
import * as directories from './expose.ts'
import * as forking from './fork.ts'
import * as lifting from './lift.ts'
import * as marking from './mark.ts'
import * as pending from './pending.ts'
import * as placing from './place-chat.ts'
import * as releasing from './release-attachments.ts'
import * as retrying from './retry.ts'
import * as sending from './send.ts'
import * as stopping from './stop.ts'
import * as summaries from './summarise.ts'
import * as titles from './title-commands.ts'
import * as withdrawing from './withdraw.ts'
import * as workspaces from './workspace-commands.ts'

type Definitions = typeof CHAT_COMMANDS

type ChatRuns = {
  readonly [Name in keyof Definitions]: (
    engine: EngineContext,
    command: CommandOf<Definitions[Name]>,
  ) => ReturnType<RunsOf<Definitions>[Name]>
}

/** How each command on a chat runs, by its name. One that is defined and exported by none of these files does not compile. */
const chatRuns: ChatRuns = {
  ...model,
  ...prompt,
  ...settings,
  ...tip,
  ...clearing,
  ...continuing,
  ...calls,
  ...summaryDecisions,
  ...deleting,
  ...deletingChats,
  ...directories,
  ...forking,
  ...lifting,
  ...marking,
  ...pending,
  ...releasing,
  ...placing,
  ...retrying,
  ...sending,
  ...stopping,
  ...summaries,
  ...titles,
  ...workspaces,
  ...withdrawing,
}

/** The commands of one engine. While it closes, they are refused; those that have begun are waited for. */
export function bindRuns(engine: EngineContext): RunsOf<Definitions> {
  const bound = (Object.keys(CHAT_COMMANDS) as (keyof Definitions)[]).map(name => {
    // A command and its run belong together by name, which is lost when they are listed.
    const run = chatRuns[name] as (engine: EngineContext, command: object) => Promise<unknown>
    return [
      name,
      (command: { readonly chatId: ChatId }) => engine.tasks.command(() => runOpen(engine, name, command, run)),
    ]
  })
  return Object.fromEntries(bound)
}

/** A deleted chat takes no command but these: nothing may begin in a chat whose rows are being deleted. */
const ALSO_WHEN_DELETED: ReadonlySet<keyof Definitions> = new Set(['deleteChat', 'restoreChat'])

async function runOpen(
  engine: EngineContext,
  name: keyof Definitions,
  command: { readonly chatId: ChatId },
  run: (engine: EngineContext, command: object) => Promise<unknown>,
): Promise<unknown> {
  if (engine.deletedChats.holds(command.chatId) && !ALSO_WHEN_DELETED.has(name)) {
    throw new EngineError('chat-not-found', 'this chat was deleted')
  }
  return run(engine, command)
}
