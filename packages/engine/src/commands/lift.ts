import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import {
  type ChatId,
  isAside,
  liftCheckpoint,
  type Message,
  type MessageId,
  type Path,
  resumeCompaction,
  type Tree,
  treeOf,
  unliftCheckpoint,
} from '@stet/history'
import { readManyChildren, readNewestLeaf, readPathBackwards, type Store } from '@stet/store'
import type { EngineContext } from '../engine-context.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'
import { checkAlone } from './summarise.ts'

/** On the shown branch: lifts a checkpoint, applies it again, or resumes automatic compaction below a lift (H6). */
export async function lift(engine: EngineContext, command: ChatCommand<'lift'>): Promise<void> {
  const { chatId, checkpointId, act } = command
  const { store } = engine
  await changeChat(engine, CHAT_COMMANDS.lift, command, async chat => {
    checkAlone(engine, chatId)
    const leaf = await readNewestLeaf(store, chatId, chat.tip)
    const path = await pathFrom(store, chatId, leaf, checkpointId)
    if (path === null) {
      throw new EngineError('message-not-found', `no checkpoint ${checkpointId} is on the shown path`)
    }
    switch (act) {
      case 'lift':
        return { ...chat, lifts: liftCheckpoint(chat, checkpointId, path) }
      case 'hold':
        return { ...chat, lifts: unliftCheckpoint(await treeAround(store, chatId, path), chat, checkpointId, path) }
      case 'resume-compaction':
        return { ...chat, lifts: resumeCompaction(await treeAround(store, chatId, path), chat, path) }
    }
  })
}

/** The shown path from the checkpoint's parent on; null when it is not a checkpoint on that path. */
async function pathFrom(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
  checkpointId: MessageId,
): Promise<Path | null> {
  const steps: Message[][] = []
  for await (const { link, asides } of readPathBackwards(store, chatId, leaf)) {
    steps.push(link === null ? [...asides] : [link, ...asides])
    const found = asides.find(aside => aside.id === checkpointId)
    if (found !== undefined) {
      return found.role === 'summary' || found.role === 'clear' ? steps.toReversed().flat() : null
    }
  }
  return null
}

/** The path and all children of its links. */
async function treeAround(store: Store, chatId: ChatId, path: Path): Promise<Tree> {
  const links = path.filter(message => !isAside(message))
  const children = await readManyChildren(
    store,
    chatId,
    links.map(({ id }) => id),
  )
  const messages = new Map([...path, ...children.flat()].map(message => [message.id, message]))
  return treeOf([...messages.values()])
}
