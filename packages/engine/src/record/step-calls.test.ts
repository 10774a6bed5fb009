import {
  CALLS_SHELF,
  CHATS_SHELF,
  fromCallRow,
  MESSAGES_SHELF,
  type Store,
  toCallPut,
  WAITING_SHELF,
} from '@stet/store'
import { createLineTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { settledWith } from '../calls/propose-calls.ts'
import { calling, lastTexts, openMemoryHome, openToolChat, saying, transcriptOf } from '../testing/index.ts'

/** A home that says what is read, and can change a row right before a write. */
function openWatchedHome(before: (store: Store, shelves: readonly string[]) => Promise<void> = async () => undefined) {
  const home = openMemoryHome()
  const seen: string[] = []
  const store: Store = {
    ...home.store,
    get(shelf, id) {
      seen.push(`get ${shelf}`)
      return home.store.get(shelf, id)
    },
    list(shelf, query) {
      seen.push(`list ${shelf}`)
      return home.store.list(shelf, query)
    },
    async write(operations) {
      const shelves = operations.map(({ shelf }) => shelf)
      await before(home.store, shelves)
      const written = await home.store.write(operations)
      seen.push(`write ${shelves.includes(CALLS_SHELF) ? shelves.join(' ') : 'something else'}`)
      return written
    },
  }
  return { home: { ...home, store }, seen }
}

it('[R1] a step reads only what others may have changed: the chat, and the messages that wait', async () => {
  const { home, seen } = openWatchedHome()
  const { ask, engine } = await openToolChat({
    tools: [echoTool],
    home,
    script: ({ request }) =>
      request.messages.length === 1 ? calling([{ tool: 'echo', input: { text: 'ferns' } }]) : saying('Done.'),
  })
  await ask()
  const writes = seen.flatMap((one, index) => (one.startsWith('write') && one.includes(CALLS_SHELF) ? [index] : []))
  const [answered = 0, , concluded = 0] = writes
  expect(seen.slice(answered + 1, concluded + 1)).toEqual([
    `get ${CHATS_SHELF}`,
    `write runs ${CALLS_SHELF}`,
    `list ${WAITING_SHELF}`,
    `write ${CALLS_SHELF} ${MESSAGES_SHELF} runs`,
  ])
  await engine.close()
})

it('[R6] [R1] a call that was denied elsewhere right before it would have started does not run', async () => {
  const lines: string[] = []
  const append = createLineTool(async line => void lines.push(line), { policy: 'auto' })
  const { home } = openWatchedHome(async (store, shelves) => {
    if (shelves.join(' ') !== `runs ${CALLS_SHELF}`) return
    for (const change of await store.changes(0, 1_000)) {
      if (change.kind !== 'put' || change.shelf !== CALLS_SHELF) continue
      const call = fromCallRow(change.row)
      if ('unreadable' in call || call.state.kind !== 'proposed') continue
      const denied = { ...call, state: settledWith('denied', 'Not this one.', 0) }
      await store.write([toCallPut(denied, change.row.version)])
    }
  })
  const { ask, engine, logged } = await openToolChat({
    tools: [append],
    home,
    script: call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'append_line', input: { text: 'one' } }])
        : saying(lastTexts(call).join()),
  })
  const view = await ask()
  expect([lines, transcriptOf(view).at(-1), logged]).toEqual([[], 'assistant: denied: Not this one.', []])
  await engine.close()
})
