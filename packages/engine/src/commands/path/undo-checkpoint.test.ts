import { type MessageId, makeId } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NARROW, openLongChat, randomBytes, saying, summariesIn } from '../../testing/index.ts'

const wide = { ...NARROW, maxPromptTokens: 100_000 }

/** A chat of some turns whose prompt changes with the clock, so that rendering it again changes the request. */
async function open(phases = 4) {
  let made = 0
  let now = 1_000_000
  const chat = await openLongChat({
    phases,
    context: wide,
    parts: {
      clock: () => {
        now += 86_400_000
        return now
      },
    },
    summary() {
      made += 1
      return saying(`They spoke of tides, published the ${made}. time.`)
    },
  })
  const { engine, chatId, page } = chat
  const key = () => makeId('key', randomBytes(20))
  await engine.changeSystemPrompt({ key: key(), chatId, text: 'It is {{date}}.' })
  const act = {
    async summarise(options: Partial<Parameters<typeof engine.summarise>[0]>) {
      const { length } = summariesIn(await engine.view(chatId))
      await engine.summarise({ key: key(), chatId, form: 'prose', ...options })
      await page.until(now => summariesIn(now).length === length + 1 && now.compactions.length === 0)
    },
    lift: (checkpointId: MessageId, does: 'lift' | 'hold' | 'discard' | 'resume-compaction') =>
      engine.lift({ key: key(), chatId, checkpointId, act: does }),
    edit: (checkpointId: MessageId, text: string) => engine.editSummary({ key: key(), chatId, checkpointId, text }),
    clear: () => engine.clear({ key: key(), chatId }),
    undo: () => engine.undoCheckpoint({ key: key(), chatId, act: 'undo' }),
    redo: () => engine.undoCheckpoint({ key: key(), chatId, act: 'redo' }),
  }
  /** The bytes of the next request; the id of a message that is only tried is another each time. */
  async function bytes() {
    const { sent, because } = await engine.nextBytes({ chatId, context: null, text: 'Next' })
    expect(because).toBe(null)
    const body: { messages: { messageId: string | null }[] } = JSON.parse(sent?.body ?? '')
    const last = body.messages.at(-1)
    if (last !== undefined) last.messageId = null
    return JSON.stringify(body)
  }
  const summaries = async () => summariesIn(await engine.view(chatId)).map(({ id }) => id)
  const steps = async () => (await engine.view(chatId)).chat.checkpointSteps
  return { ...chat, act, bytes, summaries, steps }
}

describe('a preview', () => {
  it('[X2] is saved, is in force only once it is accepted, and can be undone and redone', async () => {
    const { engine, act, bytes, summaries, calls } = await open()
    const before = await bytes()
    await act.summarise({ preview: true, instruction: 'keep the SQL' })
    expect(calls('summary').at(-1)?.request.system[0]?.text).toContain(
      'The user asks of this summary in particular: keep the SQL',
    )
    expect(await bytes()).toBe(before)
    const [preview = 'msg_'] = await summaries()
    await act.lift(preview, 'hold')
    const accepted = await bytes()
    expect(accepted).toContain('They spoke of tides, published the 1. time.')
    await act.undo()
    expect(await bytes()).toBe(before)
    await act.redo()
    expect(await bytes()).toBe(accepted)
    await engine.close()
  })

  it('[X2] that is edited or made again takes the place of the one before, and what holds stays until then', async () => {
    const { engine, chatId, act, bytes, summaries } = await open()
    await act.summarise({})
    const holding = await bytes()
    const [first = 'msg_'] = await summaries()
    await act.summarise({ preview: true, again: first })
    const [, second = 'msg_'] = await summaries()
    await act.edit(second, 'They spoke of ebbs.')
    const [, , third = 'msg_'] = await summaries()
    expect(await bytes()).toBe(holding)
    const { chat } = await engine.view(chatId)
    expect(chat.lifts.map(({ checkpoint, because }) => [checkpoint, because])).toEqual([
      [second, 'discarded'],
      [third, 'preview'],
    ])
    await act.lift(third, 'hold')
    expect(await bytes()).toContain('They spoke of ebbs.')
    await act.lift(first, 'hold')
    expect(await bytes()).toContain('published the 1. time.')
    await engine.close()
  })

  it('[X2] is accepted on one branch and stays a preview on another', async () => {
    const { engine, chatId, act, bytes, summaries, path, ask } = await open()
    await act.summarise({ preview: true, above: path[6] ?? null })
    const [preview = 'msg_'] = await summaries()
    const [one = 'msg_', other = 'msg_'] = [path[5], path[7]]
    // Another branch below what it covers.
    await ask({ parentId: one })
    await act.lift(preview, 'hold')
    expect(await bytes()).toContain('They spoke of tides')
    await engine.chooseTip({ key: 'there', chatId, messageId: other })
    expect(await bytes()).not.toContain('They spoke of tides')
    await engine.close()
  })
})

describe('a summary above a message', () => {
  it('[X2] covers what is above it, and leaves the rest as it is', async () => {
    const { engine, chatId, act, path, bytes } = await open()
    await act.summarise({ above: path[4] ?? null })
    const view = await engine.view(chatId)
    expect(summariesIn(view)).toMatchObject([{ coversThrough: path[3] }])
    const sent = await bytes()
    expect(sent).not.toContain('Question 1')
    expect(sent).toContain('Question 2')
    const again = { key: 'again', chatId, form: 'prose', above: path[2] ?? null } as const
    await expect(engine.summarise(again)).rejects.toMatchObject({ code: 'invalid' })
    const unknown = { key: 'unknown', chatId, form: 'prose', above: `msg_${'a'.repeat(32)}` } as const
    await expect(engine.summarise(unknown)).rejects.toMatchObject({ code: 'message-not-found' })
    await engine.close()
  })
})

describe('the facts of a summary', () => {
  it('[C22] that are lost are listed with the message that has them, and are sent once they are kept', async () => {
    const { engine, chatId, act, ask, last, summaries, bytes } = await open(2)
    await engine.changeContext({
      key: 'facts',
      chatId,
      context: { compaction: { ...(await engine.view(chatId)).chat.settings.context.compaction, facts: 0 } },
    })
    const view = await ask({ parentId: last, text: 'Never touch src/tide.sql, and call build_wall() by 2026-12-01.' })
    const said = view.path.findLast(({ role }) => role === 'user')?.id ?? 'msg_'
    await act.summarise({})
    const [id = 'msg_'] = await summaries()
    const found = await engine.summaryFacts({ chatId, checkpointId: id })
    expect(found.listed).toContainEqual({ text: 'src/tide.sql', kind: 'path', messageId: said })
    expect(found.lost).toBe(found.facts)
    await engine.keepText({ key: 'keep', chatId, messageId: said, text: 'src/tide.sql', keep: true })
    expect(await bytes()).toContain('- src/tide.sql')
    await expect(engine.summaryFacts({ chatId, checkpointId: said })).rejects.toMatchObject({
      code: 'message-not-found',
    })
    await engine.close()
  })
})

type Command = 'undo' | 'summarise' | 'preview' | 'above' | 'edit' | 'clear' | 'lift' | 'hold' | 'discard' | 'again'

it('[X2] undo after any sequence of commands on checkpoints gives the bytes of before, step by step, and redo those of after', async () => {
  const commands = fc.array(
    fc.tuple(
      fc.constantFrom<Command[]>(
        'undo',
        'summarise',
        'preview',
        'above',
        'edit',
        'clear',
        'lift',
        'hold',
        'discard',
        'again',
      ),
      fc.nat(20),
    ),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async sequence => {
      const { engine, act, bytes, summaries, steps, path } = await open(3)
      async function give([command, pick]: [Command, number]): Promise<void> {
        const all = await summaries()
        const chosen = all[pick % Math.max(1, all.length)]
        if (command === 'summarise') return act.summarise({})
        if (command === 'preview') return act.summarise({ preview: true })
        if (command === 'above')
          return act.summarise({ above: path[pick % path.length] ?? null, preview: pick % 2 === 0 })
        if (command === 'clear') await act.clear()
        else if (chosen === undefined) return
        else if (command === 'edit') await act.edit(chosen, `Edited with ${pick}.`)
        else if (command === 'again') await act.summarise({ again: chosen, preview: pick % 2 === 0 })
        else if (command !== 'undo') await act.lift(chosen, command)
      }
      const states = [await bytes()]
      for (const step of sequence) {
        const count = (await steps()).done.length
        if (step[0] === 'undo' && count > 0) {
          await act.undo()
          states.pop()
          expect(await bytes()).toBe(states.at(-1))
          continue
        }
        await give(step).catch(expectRefused)
        if ((await steps()).done.length > count) states.push(await bytes())
      }
      for (const before of states.slice(0, -1).toReversed()) {
        await act.undo()
        expect(await bytes()).toBe(before)
      }
      expect((await steps()).done).toEqual([])
      await expect(act.undo()).rejects.toMatchObject({ code: 'invalid' })
      for (const after of states.slice(1)) {
        await act.redo()
        expect(await bytes()).toBe(after)
      }
      await engine.close()
    }),
    { numRuns: 25 },
  )
})

/** There may be nothing left to summarise: a refused command changes nothing. */
function expectRefused(error: unknown): void {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid|message-not-found)$/) })
}
