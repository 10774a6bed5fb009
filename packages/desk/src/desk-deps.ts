import type { Fact } from '@stet/engine'
import type { ChatId, ModelFacts } from '@stet/history'
import type { Models } from '@stet/models'
import type { Store } from '@stet/store'

export interface DeskDeps {
  /** Opened for the desk's one owner. */
  readonly store: Store
  /** Tells every page of a fact after its write: the engine does. */
  readonly events: { publish(fact: Fact): void }
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** Whether an answer is being written in a chat. */
  readonly running: (chatId: ChatId) => boolean
  readonly models: Pick<Models, 'facts'>
  /** What a new chat starts with while nothing else can be used: the demo. */
  readonly fallback: ModelFacts
}
