import {
  type Chat,
  type ChatId,
  type EnvChangedMessage,
  environmentChange,
  type MessageId,
  makeId,
  type NewMessage,
} from '@stet/history'
import { environmentRef, MESSAGES_SHELF, readPathBackwards, type Store } from '@stet/store'
import { EngineError } from '../../runtime/engine-error.ts'

/** Access to the directories of a home that has any (T7). */
export interface Directories {
  /** Finds the directory to expose at a path as the user writes it. Must return soon, also for a path that does not exist. */
  find(path: string): Promise<FoundDirectory>
  /** What the user can choose from: the directories in one, or the ones to begin with. */
  browse(path: string | null): Promise<BrowsedDirectory>
}

/** For the user who looks for a directory to expose. */
export type BrowsedDirectory =
  | {
      readonly kind: 'browsed'
      /** Null for the list of directories to begin with. */
      readonly path: string | null
      /** Null where there is none that may be listed. */
      readonly parent: string | null
      /** Why it cannot be exposed itself, as a clause shown to the user; null when it can. */
      readonly refused: string | null
      readonly entries: readonly { readonly name: string; readonly path: string; readonly refused: string | null }[]
      /** How many more there are. */
      readonly more: number
    }
  | { readonly kind: 'refused'; readonly because: string }

export type FoundDirectory =
  | {
      readonly kind: 'found'
      /** The canonical path of the directory. */
      readonly root: string
      /** The instructions for models found there. */
      readonly directives: EnvChangedMessage['directives']
    }
  /** `because` is a clause shown to the user. */
  | { readonly kind: 'refused'; readonly because: string }

/** Several times the number of chats in use at once; what is forgotten is read again. */
const MOST_REMEMBERED = 1000

/** The directories that were last announced to the model on the path to a message (H8). */
export interface AnnouncedRoots {
  at(chatId: ChatId, id: MessageId | null): Promise<readonly string[]>
}

/** Announcements above a message never change, so each turn reads only what was added since the one before. */
export function createAnnouncedRoots(store: Store): AnnouncedRoots {
  const remembered = new Map<MessageId, readonly string[]>()

  /** The order of the first announcement of a chat; null when there is none, as in most chats. */
  async function firstNote(chatId: ChatId): Promise<number | null> {
    const { rows } = await store.list(MESSAGES_SHELF, { by: { ref: environmentRef(chatId) }, limit: 1 })
    return rows[0]?.order ?? null
  }

  async function read(chatId: ChatId, id: MessageId): Promise<readonly string[]> {
    const first = await firstNote(chatId)
    if (first === null) return []
    for await (const { link } of readPathBackwards(store, chatId, id)) {
      if (link === null || link.order < first) return []
      const known = link.role === 'env-changed' ? link.roots : remembered.get(link.id)
      if (known !== undefined) return known
    }
    return []
  }

  return {
    async at(chatId, id) {
      if (id === null) return []
      const roots = await read(chatId, id)
      remembered.delete(id)
      remembered.set(id, roots)
      const oldest = remembered.keys().next()
      if (remembered.size > MOST_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
      return roots
    },
  }
}

export interface EnvironmentDeps {
  readonly announced: AnnouncedRoots
  readonly directories: Directories | null
  readonly randomBytes: (count: number) => Uint8Array
}

type NewEnvironment = Extract<NewMessage, { role: 'env-changed' }>

interface Place {
  readonly chat: Chat
  /** The last saved message on the path. */
  readonly lastSaved: MessageId | null
  /** The parent of the announcement, which may not be saved yet. */
  readonly below: MessageId | null
  readonly at: number
}

/** The announcement of changed directories that must precede the user's next message; null when nothing changed (H8). */
export async function environmentBefore(deps: EnvironmentDeps, place: Place): Promise<NewEnvironment | null> {
  const { chat, lastSaved, below, at } = place
  const change = environmentChange(await deps.announced.at(chat.id, lastSaved), chat.roots)
  if (change === null) return null
  const directives = (await Promise.all(change.added.map(root => readDirectives(deps, root)))).flat()
  return {
    id: makeId('msg', deps.randomBytes(20)),
    chatId: chat.id,
    parentId: below,
    at,
    copiedFrom: null,
    role: 'env-changed',
    ...change,
    directives: lastSaved === null ? directives.filter(({ text }) => !isInPrompt(chat, text)) : directives,
  }
}

/** At the chat's start the prompt was rendered with the same directories: what it says is not sent twice. */
function isInPrompt({ prompt }: Chat, text: string): boolean {
  return prompt?.tools.some(tool => tool.text.includes(text)) === true
}

async function readDirectives(
  { directories }: EnvironmentDeps,
  root: string,
): Promise<EnvChangedMessage['directives']> {
  const found = (await directories?.find(root)) ?? { kind: 'refused', because: 'this home has no directories' }
  if (found.kind === 'found') return found.directives
  throw new EngineError(
    'directory-refused',
    `the directory ${root} is exposed and cannot be read: ${found.because}; hide it, or make it readable again`,
  )
}
