import { CHAT_COMMANDS, type CommandOf, type RunsOf } from '@stet/commands'
import type { ChatId } from '@stet/history'
import type { EngineContext } from '../engine-context.ts'
import { EngineError } from '../runtime/engine-error.ts'
import * as runs from './chat-runs.ts'

type Definitions = typeof CHAT_COMMANDS

type ChatRuns = {
  readonly [Name in keyof Definitions]: (
    engine: EngineContext,
    command: CommandOf<Definitions[Name]>,
  ) => ReturnType<RunsOf<Definitions>[Name]>
}

/** How each command on a chat runs, by its name. One that is defined and exported by none of the files does not compile. */
const chatRuns: ChatRuns = runs

/** The commands of one engine. While it closes, they are refused; those that have begun are waited for. */
export function bindRuns(engine: EngineContext): RunsOf<Definitions> {
  const bound = (Object.keys(CHAT_COMMANDS) as (keyof Definitions)[]).map(name => {
    // Each command belongs to the run of the same name; TypeScript forgets that in a list.
    const run = chatRuns[name] as (engine: EngineContext, command: object) => Promise<unknown>
    return [
      name,
      (command: { readonly chatId: ChatId }) => engine.tasks.command(() => runOpen(engine, name, command, run)),
    ]
  })
  return Object.fromEntries(bound)
}

/** The only commands that a deleted chat accepts: nothing may begin in a chat whose rows are being deleted. */
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
