import {
  type Chat,
  type EnvChangedMessage,
  environmentChange,
  type MessageId,
  makeId,
  type NewMessage,
} from '@stet/history'
import type { EngineContext } from '../engine-context.ts'
import { EngineError } from '../runtime/engine-error.ts'

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
export async function environmentBefore(engine: EngineContext, place: Place): Promise<NewEnvironment | null> {
  const { chat, stands, below, at } = place
  const change = environmentChange(await engine.told.at(chat.id, stands), chat.roots)
  if (change === null) return null
  return {
    id: makeId('msg', engine.randomBytes(20)),
    chatId: chat.id,
    parentId: below,
    at,
    copiedFrom: null,
    role: 'env-changed',
    ...change,
    directives: (await Promise.all(change.added.map(root => readDirectives(engine, root)))).flat(),
  }
}

async function readDirectives({ directories }: EngineContext, root: string): Promise<EnvChangedMessage['directives']> {
  const found = (await directories?.find(root)) ?? { kind: 'refused', because: 'this home has no directories' }
  if (found.kind === 'found') return found.directives
  throw new EngineError(
    'directory-refused',
    `the directory ${root} is exposed and cannot be read: ${found.because}; hide it, or make it readable again`,
  )
}
