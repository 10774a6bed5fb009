import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { EngineContext } from '../../engine-context.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** A safeguard against a client in a loop. */
const MOST_ROOTS = 100

/** Lets the tools of a chat reach a directory. The model learns of it with the next message (H8). */
export async function expose(engine: EngineContext, command: ChatCommand<'expose'>): Promise<void> {
  const { path } = command
  await changeChat(engine, CHAT_COMMANDS.expose, command, async chat => {
    const root = await findRoot(engine, path)
    if (chat.roots.includes(root)) return chat
    if (chat.roots.length >= MOST_ROOTS) {
      throw new EngineError('invalid', `path: ${MOST_ROOTS} directories are exposed already`, 'path')
    }
    return { ...chat, roots: [...chat.roots, root] }
  })
}

/** Hides a directory again, even one that no longer exists. */
export async function unexpose(engine: EngineContext, command: ChatCommand<'unexpose'>): Promise<void> {
  const { path } = command
  await changeChat(engine, CHAT_COMMANDS.unexpose, command, async chat => {
    const root = chat.roots.includes(path) ? path : await findRoot(engine, path)
    if (!chat.roots.includes(root)) {
      throw new EngineError('invalid', `path: ${path} is not exposed in this chat`, 'path')
    }
    return { ...chat, roots: chat.roots.filter(other => other !== root) }
  })
}

async function findRoot({ directories }: EngineContext, path: string): Promise<string> {
  if (directories === null) throw new EngineError('directory-refused', 'this home has no directories', 'path')
  const found = await directories.find(path)
  if (found.kind === 'refused') throw new EngineError('directory-refused', found.because, 'path')
  return found.root
}
