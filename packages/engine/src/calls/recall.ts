import { findLeftOut } from '@stet/context'
import { type Chat, type Path, toolCallsOf } from '@stet/history'
import { type Call, type Store, takeTurns } from '@stet/store'
import type { ToolRecall } from '@stet/tools'
import { createPathTail } from '../record/path-tail.ts'

const FIRST_LINKS = 200
const FURTHER = 4
/** What one call returns at most. */
const LARGEST_PIECE = 20_000
/** Room for the line that says how to continue. */
const LINE = 100
const SMALLEST_PIECE = 50

/** What a call of `recall` can reach: what was left out on its own branch of the chat (C23). */
export function recallFor(
  store: Store,
  { id: chatId, marks, settings }: Chat,
  call: Pick<Call, 'messageId' | 'tool'>,
): ToolRecall {
  const tail = createPathTail(store, chatId, call.messageId)
  const { resultLimit, stepResultLimit } = settings.context
  return {
    async find(id) {
      for (let links = FIRST_LINKS; ; links *= FURTHER) {
        const path = await tail.atLeast(links)
        const found = await search(path, marks, id)
        const isWhole = (path[0]?.parentId ?? null) === null
        if (isWhole || (found !== null && !(found.kind === 'text' && found.isCut))) return found
      }
    },
    calls: async () => callsIn(await tail.atLeast(FIRST_LINKS), call.tool),
    limit: Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, resultLimit - LINE, stepResultLimit - LINE)),
  }
}

async function search(path: Path, marks: Chat['marks'], id: string) {
  const steps = findLeftOut(path, marks, id)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await takeTurns()
  }
}

/** Counted since the user's last message. */
function callsIn(path: Path, tool: string): number {
  let calls = 0
  for (const message of path.toReversed()) {
    if (message.role === 'user') break
    if (message.role === 'assistant') calls += toolCallsOf(message).filter(each => each.tool === tool).length
  }
  return calls
}
