import { describe, expect, it } from 'vitest'
import { finished, idsIn, lastOf, NARROW, openLongChat, saying, summariesIn } from '../testing/index.ts'

/** Faults of the compaction of another product that its users reported. Each would fail here. */
describe('compaction', () => {
  it('[C2] [C10] does not drop the system prompt', async () => {
    const { engine, chatId, ask, calls } = await openLongChat()
    await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'You build harbours.' })
    const view = await ask()
    await ask({ parentId: lastOf(view.path).id, text: 'And then?' })
    expect(calls('answer').map(({ request }) => request.system.map(({ text }) => text))).toEqual([
      ['You build harbours.', 'Previous Conversation Summary:\n\nA summary.'],
      ['You build harbours.', 'Previous Conversation Summary:\n\nA summary.'],
    ])
    await engine.close()
  })

  it('[C10] [H6] sends the kept messages with the second turn too', async () => {
    const { engine, ask, calls } = await openLongChat()
    const view = await ask()
    const [first] = calls('answer')
    if (first === undefined) throw new Error('no answer was asked for')
    await ask({ parentId: lastOf(view.path).id, text: 'And then?' })
    expect(idsIn(lastOf(calls('answer'))).slice(0, idsIn(first).length)).toEqual(idsIn(first))
    await engine.close()
  })

  it('[C10] does not compact again at every turn', async () => {
    const { engine, ask, calls } = await openLongChat()
    let view = await ask()
    for (const text of ['One?', 'Two?', 'Three?', 'Four?']) {
      view = await ask({ parentId: lastOf(view.path).id, text })
    }
    expect([calls('answer').length, calls('summary').length, summariesIn(view).length]).toEqual([5, 1, 1])
    await engine.close()
  })

  it('[C11] does not store reasoning that was cut off as the summary', async () => {
    const { engine, ask } = await openLongChat({
      *summary() {
        const text = 'The user wants me to summarise, so I will'
        yield { kind: 'part-started', part: 0, start: { kind: 'reasoning' } }
        yield { kind: 'part-delta', part: 0, text }
        yield finished([{ kind: 'reasoning', text, signature: null }], 'length')
      },
      context: NARROW,
    })
    const [made] = summariesIn(await ask())
    expect(made).toMatchObject({ form: 'truncated', request: null })
    expect(JSON.stringify(made?.parts)).not.toContain('summarise, so I will')
    await engine.close()
  })

  it('[C11] nor an answer without a word of text that says it is complete', async () => {
    const { engine, ask } = await openLongChat({
      *summary() {
        yield* saying(' ')
      },
    })
    expect(summariesIn(await ask())).toMatchObject([{ form: 'truncated', request: null }])
    await engine.close()
  })
})
