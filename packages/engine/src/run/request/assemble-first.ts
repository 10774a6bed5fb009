import type { Chat, MessageId, ModelFacts, NewMessage } from '@stet/history'
import type { Store } from '@stet/store'
import { type AssembleDeps, type Assembled, assembleRequest } from '../../compaction/assemble-request.ts'
import { withExactCount } from '../../compaction/exact-count.ts'
import { planForRequest } from '../../compaction/plan-for-request.ts'
import { createPathTail, withUnwritten } from '../../record/path-tail.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import type { Log } from '../../runtime/log.ts'

interface AnswerToAsk {
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The last saved message of the path. */
  readonly below: MessageId | null
  /** Messages that will be written below it. */
  readonly next: readonly NewMessage[]
}

/**
 * The first request of a run, assembled before anything is written: one that cannot fit, even after the run has summarised what it may, is
 * refused while the user can still change it (C9, C12).
 */
export async function assembleFirst(
  deps: AssembleDeps & { readonly store: Store; readonly log: Log },
  { chat, facts, below, next }: AnswerToAsk,
): Promise<Assembled> {
  const last = next.at(-1)
  const user = last?.role === 'user' ? { ...last, order: Number.MAX_SAFE_INTEGER } : null
  const above = user === null ? next : next.slice(0, -1)
  const tail = withUnwritten(createPathTail(deps.store, chat.id, below, deps.messages.of(chat.id)), above)
  const request = { chat, facts, tail, next: user }
  const assembled = await withExactCount(deps, request, await assembleRequest(deps, request))
  const { assembly } = assembled
  if (assembly.kind === 'cannot-fit' && (await planForRequest(deps, request, assembly)) === null) {
    throw new EngineError('cannot-fit', assembly.because)
  }
  return assembled
}
