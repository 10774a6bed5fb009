import { ApiError, defaultContextSettings, type Inspection, type MessageReport } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { createInspectionStore } from './inspection-store.ts'

const context = defaultContextSettings({ caching: 'none' })

type Asked = { readonly text: string; readonly isWhatIf: boolean; readonly from?: number; readonly around?: string }

/** A server that answers, and a clock that rings, when the test says so. */
function openStore() {
  const asked: Asked[] = []
  const answers: { resolve: (inspection: Inspection) => void; reject: (error: unknown) => void }[] = []
  const waiting: (() => void)[] = []
  const troubles: unknown[] = []
  const store = createInspectionStore({
    chatId: 'chat_a',
    client: {
      inspect: (_chatId, { context: whatIf, text, from, around }) => {
        const place = { ...(from === undefined ? {} : { from }), ...(around === undefined ? {} : { around }) }
        asked.push({ text, isWhatIf: whatIf !== null, ...place })
        return new Promise((resolve, reject) => answers.push({ resolve, reject }))
      },
    },
    schedule: task => waiting.push(task),
    onTrouble: error => troubles.push(error),
  })
  const ring = () => {
    for (const task of waiting.splice(0)) task()
  }
  return { store, asked, answers, troubles, ring }
}

/** A page of so many messages of a report that has more. */
function inspection(because: string, from = 0, listed = 0, count = listed): Inspection {
  const budget = { maximum: 1, maximumFrom: 'model', reserved: 0, budget: 1, used } as const
  const cache = {
    caching: 'none',
    state: 'unknown',
    prefixTokens: 0,
    sharedTokens: null,
    movedBy: null,
    life: null,
  } as const
  const messages = Array.from({ length: listed }, (_, at) => entry(from + at))
  const report = {
    layers: [],
    earlier: null,
    messages,
    opening: null,
    system: [],
    tools: [],
    budget,
    cache,
    forgetting: null,
  }
  const compaction = { kind: 'not-due', startsAt: 1 } as const
  const page = { from, count, fates: {} }
  return { nextMessageId: 'msg_next', context, fits: false, because, report, page, compaction, change: null }
}

function entry(index: number): MessageReport {
  const sent = { fate: 'sent', layer: 'budget', because: '', decisions: [], form: 'plain', cached: false } as const
  return { messageId: `msg_${index}`, role: 'user', ...sent, tokensBefore: 1, tokensAfter: 1 }
}

/** What a store holds of an answer without messages. */
function nothingListed(because: string) {
  return { ...inspection(because), messages: new Map(), fresh: new Set(), absent: new Set() }
}

const used = { prompt: 0, documents: 0, summary: 0, tools: 0, messages: 0, total: 0 }
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('createInspectionStore', () => {
  it('[C17] asks once for many changes in a row', () => {
    const { store, asked, ring } = openStore()
    store.ask({ text: 'a' }, 400)
    store.ask({ text: 'ab' }, 400)
    store.ask({ text: 'abc' }, 400)
    ring()
    expect(asked).toEqual([{ text: 'abc', isWhatIf: false }])
  })

  it('[C17] drops an answer to a question that is no longer asked', async () => {
    const { store, answers, ring } = openStore()
    store.ask({ text: 'old' }, 0)
    ring()
    store.ask({ text: 'new' }, 0)
    ring()
    answers[1]?.resolve(inspection('new'))
    await settled()
    answers[0]?.resolve(inspection('old'))
    await settled()
    expect(store.state()).toEqual({ own: nothingListed('new'), whatIf: null, loading: false, error: null })
  })

  it('[C17] asks about the chat as it is and as it would be, and forgets the latter with its settings', async () => {
    const { store, asked, answers, ring } = openStore()
    store.ask({ text: 'x', context }, 0)
    ring()
    answers[0]?.resolve(inspection('own'))
    answers[1]?.resolve(inspection('what if'))
    await settled()
    const before = store.state()
    store.ask({ context: null }, 0)
    expect({ asked, before, after: store.state() }).toEqual({
      asked: [
        { text: 'x', isWhatIf: false },
        { text: 'x', isWhatIf: true },
      ],
      before: { own: nothingListed('own'), whatIf: nothingListed('what if'), loading: false, error: null },
      after: { own: nothingListed('own'), whatIf: null, loading: true, error: null },
    })
  })

  it('[V6] keeps what it knew when it cannot ask, says so, and can ask again', async () => {
    const { store, answers, troubles, ring } = openStore()
    store.ask({}, 0)
    ring()
    answers[0]?.resolve(inspection('known'))
    await settled()
    const error = new ApiError({ status: 0, code: 'unreachable', message: 'Nobody is there.', retryable: true })
    store.ask({}, 0)
    ring()
    answers[1]?.reject(error)
    await settled()
    const failed = store.state()
    store.ask({}, 0)
    ring()
    answers[2]?.resolve(inspection('again'))
    await settled()
    expect({ failed, again: store.state(), troubles }).toEqual({
      failed: { own: nothingListed('known'), whatIf: null, loading: false, error },
      again: { own: nothingListed('again'), whatIf: null, loading: false, error: null },
      troubles: [],
    })
  })

  it('[C17] of a long chat loads the page that is looked at, and again after the next question', async () => {
    const { store, asked, answers, ring } = openStore()
    store.ask({ text: 'a' }, 0)
    ring()
    answers[0]?.resolve(inspection('end', 600, 400, 1000))
    await settled()
    store.want({ index: 999 })
    store.want({ index: 450 })
    // Meanwhile another place is looked at.
    store.want({ around: 'msg_20' })
    answers[1]?.resolve(inspection('middle', 250, 400, 1000))
    await settled()
    answers[2]?.resolve(inspection('start', 0, 400, 1000))
    await settled()
    expect(asked.slice(1)).toEqual([
      { text: 'a', isWhatIf: false, from: 250 },
      { text: 'a', isWhatIf: false, around: 'msg_20' },
    ])
    const { own } = store.state()
    expect([own?.because, own?.messages.size, own?.messages.get(20)?.messageId]).toEqual(['end', 1000, 'msg_20'])
    store.ask({ text: 'ab' }, 0)
    ring()
    answers[3]?.resolve(inspection('end again', 600, 400, 1000))
    await settled()
    // What was loaded is shown until it is loaded again.
    expect([store.state().own?.messages.size, asked.at(-1)]).toEqual([
      1000,
      { text: 'ab', isWhatIf: false, around: 'msg_20' },
    ])
  })

  it('[C17] asks once for a message that the report does not have, and for nothing where all is loaded', async () => {
    const { store, asked, answers, ring } = openStore()
    store.ask({ text: 'a' }, 0)
    ring()
    answers[0]?.resolve(inspection('end', 600, 400, 1000))
    await settled()
    store.want({ around: 'msg_unknown' })
    answers[1]?.resolve(inspection('end', 600, 400, 1000))
    await settled()
    store.want({ around: 'msg_unknown' })
    expect(asked).toHaveLength(2)
    store.ask({ text: 'b' }, 0)
    ring()
    answers[2]?.resolve(inspection('short', 0, 3, 3))
    await settled()
    store.want({ around: 'msg_unknown' })
    expect(asked).toHaveLength(3)
  })
})
