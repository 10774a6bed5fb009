import { ApiError, defaultContextSettings, type Inspection } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { createInspectionStore } from './inspection-store.ts'

const context = defaultContextSettings({ caching: 'none' })

type Asked = { readonly text: string; readonly isWhatIf: boolean }

/** A server that answers, and a clock that rings, when the test says so. */
function openStore() {
  const asked: Asked[] = []
  const answers: { resolve: (inspection: Inspection) => void; reject: (error: unknown) => void }[] = []
  const waiting: (() => void)[] = []
  const troubles: unknown[] = []
  const store = createInspectionStore({
    chatId: 'chat_a',
    client: {
      inspect: (_chatId, { context: whatIf, text }) => {
        asked.push({ text, isWhatIf: whatIf !== null })
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

function inspection(because: string): Inspection {
  const budget = { maximum: 1, maximumFrom: 'model', reserved: 0, budget: 1, used } as const
  const cache = { caching: 'none', state: 'unknown', prefixTokens: 0, sharedTokens: null, movedBy: null } as const
  const report = { layers: [], earlier: null, messages: [], opening: null, system: [], tools: [], budget, cache }
  const compaction = { kind: 'not-due', startsAt: 1 } as const
  return { nextMessageId: 'msg_next', context, fits: false, because, report, compaction, change: null }
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
    expect(store.state()).toEqual({ own: inspection('new'), whatIf: null, loading: false, error: null })
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
      before: { own: inspection('own'), whatIf: inspection('what if'), loading: false, error: null },
      after: { own: inspection('own'), whatIf: null, loading: true, error: null },
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
      failed: { own: inspection('known'), whatIf: null, loading: false, error },
      again: { own: inspection('again'), whatIf: null, loading: false, error: null },
      troubles: [],
    })
  })
})
