import {
  ApiError,
  type ChatEvent,
  type ChatView,
  type EarlierPath,
  type Message,
  type MessageId,
  type PathWindow,
  type WaitingMessage,
} from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyView } from '../testing/empty-view.ts'
import { createChatStore } from './chat-store.ts'

const chatId = 'chat_a'

function message(id: MessageId, parentId: MessageId | null): Message {
  const text = `text of ${id}`
  return { id, chatId, parentId, order: 1, at: 0, copiedFrom: null, role: 'user', parts: [{ kind: 'text', text }] }
}

const [one, two, three] = [message('msg_1', null), message('msg_2', 'msg_1'), message('msg_3', 'msg_2')]

function view(path: readonly Message[], earlier: boolean): ChatView {
  return { ...emptyView(chatId), path, earlier }
}

const draft = {
  runId: 'run_a',
  messageId: 'msg_4',
  parentId: 'msg_3',
  startedAt: 0,
  model: { definition: 'demo', model: 'demo' },
  state: 'writing',
  retry: null,
  parts: [],
} as const

interface Answers {
  around?: (message: MessageId | null) => Promise<PathWindow>
  chat?: () => Promise<ChatView>
  earlier?: (before: MessageId) => Promise<EarlierPath>
}

function open({ chat = async () => view([three], true), earlier, around }: Answers = {}) {
  const due: (() => void)[] = []
  const waits: number[] = []
  let time = 0
  const asked: string[] = []
  const store = createChatStore({
    chatId,
    client: {
      chat,
      earlier: async (_, { before }) => {
        asked.push(before)
        if (!earlier) throw new Error('nothing is above')
        return earlier(before)
      },
      around: async (_, { message = null } = {}) => {
        asked.push(`around ${message ?? 'the start'}`)
        if (!around) throw new Error('nothing is around')
        return around(message)
      },
    },
    resync: () => asked.push('resync'),
    schedule: (task, milliseconds) => {
      due.push(task)
      waits.push(milliseconds)
    },
    now: () => time,
    onTrouble: error => {
      throw error
    },
  })
  const run = () => {
    for (const task of due.splice(0)) task()
  }
  const passTime = (milliseconds: number) => {
    time += milliseconds
  }
  return { store, asked, run, waits, passTime }
}

describe('the open chat', () => {
  it('[R3] is what the server says, and grows by its events', async () => {
    const { store } = open()
    await store.load()
    store.receive({ kind: 'run-started', chatId, draft })
    store.receive({ kind: 'part-started', chatId, messageId: 'msg_4', part: 0, start: { kind: 'text' } })
    store.receive({ kind: 'part-delta', chatId, messageId: 'msg_4', part: 0, at: 0, text: 'Hello' })
    expect(store.state()).toEqual({
      kind: 'ready',
      window: null,
      above: 'idle',
      view: {
        ...view([three], true),
        runs: [{ runId: draft.runId, startedAt: draft.startedAt, messageId: draft.messageId }],
        drafts: [{ ...draft, parts: [{ kind: 'text', text: 'Hello' }] }],
      },
    })
  })

  it('[V3] what is drawn changes only when listeners are called: a row drawn in between does not mix two moments', async () => {
    const { store, run } = open()
    await store.load()
    expect(store.drawn()).toBe(store.state())
    run()
    const seen: unknown[] = []
    store.subscribe(() => seen.push(store.drawn()))
    const before = store.drawn()
    store.receive({ kind: 'run-started', chatId, draft })
    expect(store.state()).not.toBe(before)
    expect(store.drawn()).toBe(before)
    run()
    expect(seen).toEqual([store.state()])
  })

  it('[V3] is drawn as soon as it is loaded', async () => {
    const { store, waits } = open()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.drawn().kind))
    await store.load()
    expect([seen, waits]).toEqual([['ready'], []])
  })

  it('[R3] is drawn with the next frame after a pause, and then twenty times a second with all that came meanwhile', async () => {
    const { store, run, waits, passTime } = open()
    let drawn = 0
    store.subscribe(() => {
      drawn += 1
    })
    await store.load()
    run()
    passTime(1000)
    waits.length = 0
    store.receive({ kind: 'run-started', chatId, draft })
    store.receive({ kind: 'part-started', chatId, messageId: 'msg_4', part: 0, start: { kind: 'text' } })
    passTime(16)
    run()
    passTime(10)
    store.receive({ kind: 'part-delta', chatId, messageId: 'msg_4', part: 0, at: 0, text: 'a' })
    store.receive({ kind: 'part-delta', chatId, messageId: 'msg_4', part: 0, at: 1, text: 'b' })
    run()
    expect({ waits, drawn }).toEqual({ waits: [16, 40], drawn: 3 })
  })

  it('[FU-8] takes no word of another chat', async () => {
    const { store } = open()
    await store.load()
    const before = store.state()
    store.receive({ kind: 'snapshot', chatId: 'chat_b', view: view([one], false) })
    expect(store.state()).toBe(before)
  })

  it('[FE-1] keeps a newer snapshot when the first answer comes late', async () => {
    const { store } = open()
    const loading = store.load()
    store.receive({ kind: 'snapshot', chatId, view: view([two, three], true) })
    await loading
    expect(store.state()).toMatchObject({ view: view([two, three], true) })
  })

  it('[FE-1] asks for a snapshot when an event does not follow from what it holds', async () => {
    const { store, asked } = open()
    await store.load()
    store.receive({ kind: 'run-started', chatId, draft })
    store.receive({ kind: 'part-delta', chatId, messageId: 'msg_4', part: 0, at: 7, text: 'later' })
    expect(asked).toEqual(['resync'])
  })

  it('[V3] loads what is above, and keeps it when a snapshot of the end comes', async () => {
    const { store, asked } = open({
      earlier: async () => ({ path: [one, two], earlier: false, siblings: {}, calls: {} }),
    })
    await store.load()
    await store.loadEarlier()
    store.receive({ kind: 'snapshot', chatId, view: view([three], true) })
    await store.loadEarlier()
    expect([store.state(), asked]).toEqual([
      { kind: 'ready', above: 'idle', window: null, view: view([one, two, three], false) },
      ['msg_3'],
    ])
  })

  it('[W3] shows the part around a message that is far above, and joins it with the end as one reads on', async () => {
    const far = message('msg_0', null)
    const none = { siblings: {}, calls: {} }
    const windows: Readonly<Record<string, PathWindow>> = {
      msg_0: { path: [far], earlier: false, later: true, isShown: true, ...none },
      msg_elsewhere: { path: [], earlier: false, later: false, isShown: false, ...none },
    }
    const { store } = open({
      chat: async () => view([three], true),
      earlier: async () => ({ path: [two], earlier: true, ...none }),
      around: async id => windows[id ?? 'msg_'] ?? { path: [], earlier: false, later: false, isShown: false, ...none },
    })
    await store.load()
    expect(await store.loadThrough('msg_0')).toBe(true)
    expect(store.state()).toMatchObject({ view: { path: [three] }, window: { path: [far] } })
    expect(await store.loadThrough('msg_elsewhere')).toBe(false)
    store.showEnd()
    expect(store.state()).toMatchObject({ view: { path: [three] }, window: null })
    // The page above has it: nothing is shown apart from the end.
    expect(await store.loadThrough('msg_2')).toBe(true)
    expect(store.state()).toMatchObject({ view: { path: [two, three] }, window: null })
  })

  it('[W3] reads on below a window until it meets the end', async () => {
    const none = { siblings: {}, calls: {} }
    const { store } = open({
      chat: async () => view([three], true),
      earlier: async () => ({ path: [], earlier: true, ...none }),
      around: async () =>
        hasWindow()
          ? { path: [one, two], earlier: false, later: true, isShown: true, ...none }
          : { path: [one], earlier: false, later: true, isShown: true, ...none },
    })
    const hasWindow = () => {
      const state = store.state()
      return state.kind === 'ready' && state.window !== null
    }
    await store.load()
    await store.loadThrough('msg_1')
    expect(store.state()).toMatchObject({ window: { path: [one] } })
    await store.loadLater()
    expect(store.state()).toMatchObject({ view: { path: [one, two, three], earlier: false }, window: null })
  })

  it('[V3] shows the start of a long path by its first part, asked for in two steps however long the path is', async () => {
    const far = message('msg_0', null)
    const none = { siblings: {}, calls: {} }
    const { store, asked } = open({
      earlier: async () => ({ path: [two], earlier: true, ...none }),
      around: async () => ({ path: [far], earlier: false, later: true, isShown: true, ...none }),
    })
    await store.load()
    await store.loadStart()
    expect(store.state()).toMatchObject({ view: { path: [three] }, window: { path: [far], earlier: false } })
    expect(asked).toEqual(['msg_3', 'around the start'])
  })

  it('[V3] shows the start with the rest where the page above reaches it', async () => {
    const none = { siblings: {}, calls: {} }
    const { store } = open({ earlier: async () => ({ path: [one, two], earlier: false, ...none }) })
    await store.load()
    await store.loadStart()
    expect(store.state()).toMatchObject({ view: { path: [one, two, three], earlier: false }, window: null })
  })

  it('[H9] reads the whole path, also while a part far above its end is shown', async () => {
    const none = { siblings: {}, calls: {} }
    const above: Readonly<Record<string, EarlierPath>> = {
      msg_3: { path: [two], earlier: true, ...none },
      msg_2: { path: [one], earlier: false, ...none },
    }
    const { store } = open({
      earlier: async before => above[before] ?? { path: [], earlier: false, ...none },
      around: async () => ({ path: [one], earlier: false, later: true, isShown: true, ...none }),
    })
    await store.load()
    await store.loadStart()
    const shown = store.state()
    expect(shown).toMatchObject({ window: { path: [one] } })
    expect(await store.readWhole()).toEqual([one, two, three])
    expect(store.state()).toBe(shown)
  })

  it('[FE-3] says when what is above could not be loaded, and loads it when asked again', async () => {
    let tries = 0
    const { store } = open({
      earlier: async () => {
        tries += 1
        if (tries === 1) throw new ApiError({ status: 0, code: 'unreachable', message: 'no', retryable: true })
        return { path: [one, two], earlier: false, siblings: {}, calls: {} }
      },
    })
    await store.load()
    await store.loadEarlier()
    expect(store.state()).toEqual({ kind: 'ready', above: 'failed', window: null, view: view([three], true) })
    await store.loadEarlier()
    expect(store.state()).toEqual({ kind: 'ready', above: 'idle', window: null, view: view([one, two, three], false) })
  })

  it('[FH-7] says when it cannot be loaded, and loads when asked again', async () => {
    const error = new ApiError({ status: 0, code: 'unreachable', message: 'no', retryable: true })
    let tries = 0
    const { store } = open({
      chat: async () => {
        tries += 1
        if (tries === 1) throw error
        return view([three], true)
      },
    })
    await store.load()
    expect(store.state()).toEqual({ kind: 'failed', error })
    await store.load()
    expect(store.state().kind).toBe('ready')
  })

  it('[FU-6] fetches a message it sent when no event reports it', async () => {
    let path: readonly Message[] = [three]
    const { store, run } = open({ chat: async () => view(path, true) })
    await store.load()
    run()
    store.expect('msg_5')
    const five = message('msg_5', 'msg_3')
    path = [three, five]
    run()
    await Promise.resolve()
    await Promise.resolve()
    expect(store.state()).toMatchObject({ view: view([three, five], true) })
  })

  it('[FE-1] asks for a snapshot when events arrived while it fetched a message, which may be older than they are', async () => {
    const answers: ((view: ChatView) => void)[] = []
    const { store, run, asked } = open({ chat: () => new Promise(resolve => answers.push(resolve)) })
    const loaded = store.load()
    answers[0]?.(view([three], true))
    await loaded
    store.expect('msg_5')
    run()
    store.receive({ kind: 'run-started', chatId, draft })
    answers[1]?.(view([three], true))
    await Promise.resolve()
    await Promise.resolve()
    expect([store.state(), asked]).toMatchObject([{ view: { drafts: [draft] } }, ['resync']])
  })

  it('[R10] does not ask again for a sent message that waits', async () => {
    let asked = 0
    const waits: WaitingMessage = {
      id: 'msg_5',
      below: 'msg_4',
      chatId: three.chatId,
      runId: 'run_a',
      at: 0,
      text: 'And?',
      files: [],
    }
    const chat = async () => {
      asked += 1
      return { ...view([three], true), waiting: [waits] }
    }
    const { store, run } = open({ chat })
    await store.load()
    store.expect('msg_5')
    run()
    expect(asked).toBe(1)
  })

  it('notifies its subscribers once for many events, and nobody after it was closed', async () => {
    const { store, run } = open()
    await store.load()
    run()
    let notified = 0
    store.subscribe(() => {
      notified += 1
    })
    const events: ChatEvent[] = [
      { kind: 'run-started', chatId, draft },
      { kind: 'part-started', chatId, messageId: 'msg_4', part: 0, start: { kind: 'text' } },
    ]
    for (const event of events) store.receive(event)
    run()
    store.close()
    store.receive({ kind: 'snapshot', chatId, view: view([one], false) })
    run()
    expect(notified).toBe(1)
  })
})
