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
import { EngineError } from '../runtime/engine-error.ts'

/** The directories of a home, for those that have any (T7). */
export interface Directories {
  /** What may be exposed under a path as a person writes it. It answers soon, also for a path that leads nowhere. */
  find(path: string): Promise<FoundDirectory>
}

export type FoundDirectory =
  | {
      readonly kind: 'found'
      /** The one name of this directory, whichever way it was written. */
      readonly root: string
      /** What stands there for a model to follow. */
      readonly directives: EnvChangedMessage['directives']
    }
  /** `because` is a clause that a person reads. */
  | { readonly kind: 'refused'; readonly because: string }

/** As many as there are chats at work at once, a few times over; what is forgotten is read again. */
const MOST_REMEMBERED = 1000

/** Which directories a model was last told of on the path to a message (H8). */
export interface ToldRoots {
  at(chatId: ChatId, id: MessageId | null): Promise<readonly string[]>
}

/** What was told above a message never changes, so that each turn reads only what came since the one before. */
export function createToldRoots(store: Store): ToldRoots {
  const remembered = new Map<MessageId, readonly string[]>()

  /** The order of the first note of a chat; null when there is none, as in most. */
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
  readonly told: ToldRoots
  readonly directories: Directories | null
  readonly randomBytes: (count: number) => Uint8Array
}

type NewEnvironment = Extract<NewMessage, { role: 'env-changed' }>

interface Place {
  readonly chat: Chat
  /** The last message on the path that stands in the record. */
  readonly stands: MessageId | null
  /** What it is to hang on, which may not stand yet. */
  readonly below: MessageId | null
  readonly at: number
}

/** What a model has to be told of directories before it reads the next message of the person; null when it knows (H8). */
export async function environmentBefore(deps: EnvironmentDeps, place: Place): Promise<NewEnvironment | null> {
  const { chat, stands, below, at } = place
  const change = environmentChange(await deps.told.at(chat.id, stands), chat.roots)
  if (change === null) return null
  return {
    id: makeId('msg', deps.randomBytes(20)),
    chatId: chat.id,
    parentId: below,
    at,
    copiedFrom: null,
    role: 'env-changed',
    ...change,
    directives: (await Promise.all(change.added.map(root => readDirectives(deps, root)))).flat(),
  }
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
