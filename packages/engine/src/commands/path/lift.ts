import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import {
  type Chat,
  type ChatId,
  discardPreview,
  holdCheckpoint,
  isAside,
  liftCheckpoint,
  type Message,
  type MessageId,
  type Path,
  redoCheckpointStep,
  resumeCompaction,
  type Tree,
  treeOf,
  undoCheckpointStep,
  withCheckpointStep,
} from '@stet/history'
import { readManyChildren, readNewestLeaf, readPathBackwards, type Store } from '@stet/store'
import { renderAgain } from '../../compaction/render-prompt.ts'
import type { EngineContext } from '../../engine-context.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from '../chats/change-chat.ts'
import { checkAlone } from './summarise.ts'

/** On the shown branch: lifts a checkpoint, lets it hold, discards a preview, or resumes automatic compaction below a lift (H6, X2). */
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
    const after = await changed(engine, chat, { checkpointId, path, act })
    const isSame = after.lifts === chat.lifts && after.prompt === chat.prompt
    return isSame ? chat : withCheckpointStep(chat, after, { kind: act, made: null })
  })
}

interface Act extends Pick<ChatCommand<'lift'>, 'checkpointId' | 'act'> {
  readonly path: Path
}

async function changed(engine: EngineContext, chat: Chat, { checkpointId, path, act }: Act): Promise<Chat> {
  const { store } = engine
  switch (act) {
    case 'lift':
      return { ...chat, lifts: liftCheckpoint(chat, checkpointId, path) }
    case 'hold': {
      const tree = await treeAround(store, chat.id, path)
      const isPreview = chat.lifts.some(
        ({ checkpoint, because }) => checkpoint === checkpointId && because === 'preview',
      )
      // The prefix changes with the summary, so that the prompt can too.
      const rendered = isPreview ? await renderAgain(engine, chat) : chat
      return { ...rendered, lifts: holdCheckpoint(tree, chat, checkpointId, path) }
    }
    case 'discard':
      return { ...chat, lifts: discardPreview(chat.lifts, checkpointId) }
    case 'resume-compaction':
      return { ...chat, lifts: resumeCompaction(await treeAround(store, chat.id, path), chat, path) }
  }
}

/** Undoes what the user last did to the checkpoints of the chat, on whichever branch, or redoes it (X2). */
export async function undoCheckpoint(engine: EngineContext, command: ChatCommand<'undoCheckpoint'>): Promise<void> {
  const { chatId, act } = command
  await changeChat(engine, CHAT_COMMANDS.undoCheckpoint, command, chat => {
    checkAlone(engine, chatId)
    const after = act === 'undo' ? undoCheckpointStep(chat) : redoCheckpointStep(chat)
    if (after === null) throw new EngineError('invalid', `there is nothing to ${act}`)
    return after
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
