import { ApiError, type DraftContent, type DraftState } from '@stet/api/client'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DraftShelf } from './draft-shelf.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'

const unreachable = new ApiError({ status: 0, code: 'unreachable', message: 'The server is away.', retryable: true })

function content(text: string): DraftContent {
  return { text, files: [], unsent: null }
}

/** The home as `saveDraft` of the desk does it. */
function fakeHome() {
  const saved = new Map<string, DraftState>()
  const home = {
    isReachable: true,
    saved,
    draft: async ({ name }: { name: string }) => saved.get(name) ?? { name, editedAt: 0, content: null },
    async saveDraft({ name, editedAt, content }: { name: string; editedAt: number; content: { text: string } | null }) {
      if (!home.isReachable) throw unreachable
      const before = saved.get(name)
      if (before !== undefined && before.editedAt >= editedAt) return before
      const next = { name, editedAt, content: content && { text: content.text, files: [], unsent: null } }
      saved.set(name, next)
      return next
    },
  }
  return home
}

function fakeShelf(): DraftShelf & { readonly entries: Map<string, DraftState> } {
  const entries = new Map<string, DraftState>()
  return {
    entries,
    all: async () => [...entries.values()],
    put: async draft => void entries.set(draft.name, draft),
    async remove(name, editedAt) {
      if ((entries.get(name)?.editedAt ?? Number.POSITIVE_INFINITY) <= editedAt) entries.delete(name)
    },
  }
}

describe('drafts of a page', () => {
  let home: ReturnType<typeof fakeHome>
  let clock: number
  let timers: Map<() => void, number>

  beforeEach(() => {
    home = fakeHome()
    clock = 1_000
    timers = new Map()
  })

  function page(shelf = fakeShelf()): { readonly drafts: DraftStore; readonly shelf: typeof shelf } {
    const drafts = createDraftStore({
      shelf,
      client: home,
      now: () => clock,
      later(act, milliseconds) {
        timers.set(act, milliseconds)
        return () => timers.delete(act)
      },
      onTrouble(error) {
        throw error
      },
    })
    return { drafts, shelf }
  }

  /** Runs what is planned, and what follows from it without a timer. */
  async function elapse(): Promise<readonly number[]> {
    const due = [...timers]
    timers.clear()
    for (const [act] of due) act()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return due.map(([, milliseconds]) => milliseconds)
  }

  it('[W5] reach the home half a second after the last edit, once', async () => {
    const { drafts } = page()
    await drafts.write('chat_a', content('H'))
    await drafts.write('chat_a', content('Hi'))
    expect(await elapse()).toEqual([500])
    expect(home.saved.get('chat_a')).toEqual({ name: 'chat_a', editedAt: 1_001, content: content('Hi') })
    expect(timers.size).toBe(0)
  })

  it('[FU-10] stay in the browser until the home has acknowledged them', async () => {
    const { drafts, shelf } = page()
    home.isReachable = false
    await drafts.write('new', content('half a thou'))
    expect(await elapse()).toEqual([500])
    const again = page(shelf)
    await again.drafts.load()
    expect(again.drafts.read('new')).toEqual(content('half a thou'))
    home.isReachable = true
    drafts.flush()
    await elapse()
    expect([home.saved.get('new')?.content, shelf.entries.size]).toEqual([content('half a thou'), 0])
  })

  it('[FU-6] [W5] are sent again by themselves when the home was away', async () => {
    const { drafts } = page()
    home.isReachable = false
    await drafts.write('new', content('a'))
    await elapse()
    home.isReachable = true
    expect(await elapse()).toEqual([5000])
    expect(home.saved.get('new')?.content).toEqual(content('a'))
  })

  it('[W5] arrive on another device, and the newest edit wins', async () => {
    const [one, other] = [page(), page()]
    await one.drafts.write('chat_a', content('from one'))
    await elapse()
    const arrived: (DraftContent | null)[] = []
    other.drafts.onArrival('chat_a', each => arrived.push(each))
    await other.drafts.refresh('chat_a')
    clock += 1
    await other.drafts.write('chat_a', content('from the other'))
    await elapse()
    await one.drafts.refresh('chat_a')
    expect([arrived, one.drafts.read('chat_a')]).toEqual([[content('from one')], content('from the other')])
  })

  it('[W5] that were seen are never newer than the next edit here, also with a clock that is behind', async () => {
    const [ahead, behind] = [page(), page()]
    clock = 90_000
    await ahead.drafts.write('chat_a', content('seen'))
    await elapse()
    clock = 10
    await behind.drafts.refresh('chat_a')
    await behind.drafts.write('chat_a', content('typed after that'))
    await elapse()
    expect(home.saved.get('chat_a')?.content).toEqual(content('typed after that'))
  })

  it('[W5] that an older edit of this page would replace stay, and are shown', async () => {
    const [one, other] = [page(), page()]
    await one.drafts.write('chat_a', content('older'))
    clock += 5
    await other.drafts.write('chat_a', content('newer'))
    other.drafts.flush()
    await elapse()
    one.drafts.flush()
    await elapse()
    expect([one.drafts.read('chat_a'), home.saved.get('chat_a')?.content]).toEqual([content('newer'), content('newer')])
  })

  it('[W5] that were sent are gone everywhere, and nothing is sent for a place that never had one', async () => {
    const { drafts, shelf } = page()
    await drafts.write('chat_b', null)
    expect(timers.size).toBe(0)
    await drafts.write('chat_a', content('sent'))
    await elapse()
    await drafts.write('chat_a', null)
    await elapse()
    expect([home.saved.get('chat_a')?.content, shelf.entries.size]).toEqual([null, 0])
  })

  it('[FU-10] names the edits that nothing has stored yet', async () => {
    const gate = Promise.withResolvers<void>()
    const { drafts } = page({ ...fakeShelf(), put: () => gate.promise })
    const writing = drafts.write('new', content('just typed'))
    expect(drafts.unstored()).toEqual([{ name: 'new', editedAt: 1_000, content: content('just typed') }])
    gate.resolve()
    await writing
    expect(drafts.unstored()).toEqual([])
  })
})
