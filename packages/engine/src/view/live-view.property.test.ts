import { isDeepStrictEqual } from 'node:util'
import { isAside, type MessageId } from '@stet/history'
import { type ModelCall, ModelError, type ModelEvent } from '@stet/models'
import { fromMessageRow, listRows, MESSAGES_SHELF } from '@stet/store'
import { createLineTool, echoTool } from '@stet/tools/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EngineError } from '../runtime/engine-error.ts'
import { arriving, beginning, finished, newKey, openToolChat } from '../testing/index.ts'
import type { ChatView } from './chat-view.ts'

const acts = [
  'send',
  'send',
  'edit',
  'retry',
  'let-answer',
  'let-answer',
  'let-answer',
  'approve',
  'deny',
  'run-pending',
  'reject-pending',
  'continue',
  'stop',
  'choose-tip',
  'delete',
  'withdraw',
  'clear',
] as const

interface Act {
  readonly kind: (typeof acts)[number]
  /** Which of what it could be done to. */
  readonly pick: number
}

const answers = ['text', 'calls', 'calls', 'retries', 'refused', 'cut-off'] as const

const stories = fc.record({
  acts: fc.array(fc.record({ kind: fc.constantFrom(...acts), pick: fc.nat(1000) }), { minLength: 4, maxLength: 20 }),
  answers: fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 6 }),
})

/** An answer that another was begun behind is followed by one that was begun behind that. */
const twoRunsInTurns = {
  acts: (['send', 'edit', 'send', 'send', 'choose-tip', 'send', 'let-answer'] as const).map(kind => ({
    kind,
    pick: 0,
  })),
  answers: ['text' as const],
}

/** Whatever the random stories contain, in this one every kind of event is published once. */
const ofEverything = {
  acts: (
    [
      'send',
      'send',
      'withdraw',
      'let-answer',
      'let-answer',
      'send',
      'let-answer',
      'approve',
      'let-answer',
      'delete',
      'clear',
    ] as const
  ).map(kind => ({ kind, pick: 0 })),
  answers: ['retries' as const, 'calls' as const, 'text' as const],
}

/** A chat in which the user does one thing after another, while each answer waits until it may come. */
async function openStory(kinds: readonly (typeof answers)[number][]) {
  const gates = new Set<() => void>()
  let asked = 0

  function mayAnswer({ signal }: ModelCall): Promise<void> {
    return new Promise((resolve, reject) => {
      gates.add(resolve)
      signal.addEventListener('abort', () => {
        gates.delete(resolve)
        reject(new ModelError('aborted', { message: 'Aborted.' }))
      })
    })
  }

  function letAnswer(): void {
    const [first] = gates
    if (first === undefined) return
    gates.delete(first)
    first()
  }

  async function* script(call: ModelCall): AsyncGenerator<ModelEvent> {
    const kind = kinds[asked % kinds.length] ?? 'text'
    asked += 1
    if (kind === 'retries') {
      const because = { kind: 'rate-limited', status: 429, message: 'Slower.' } as const
      yield { kind: 'retrying', failed: 1, afterMs: 10, because }
      await mayAnswer(call)
    }
    if (kind === 'calls') {
      const calls = ['echo', 'append_line'].map(tool => ({ tool, input: { text: `${asked}` } }))
      yield* arriving(calls)
      await mayAnswer(call)
      yield finished(
        calls.map(({ tool, input }) => ({
          kind: 'tool-call',
          tool,
          input: JSON.stringify(input),
          providerCallId: null,
        })),
      )
      return
    }
    yield* beginning(`Answer ${asked}`)
    await mayAnswer(call)
    if (kind === 'refused') throw new ModelError('overloaded', { message: 'Too busy.', status: 529 })
    yield finished([{ kind: 'text', text: `Answer ${asked}` }], kind === 'cut-off' ? 'length' : 'complete')
  }

  const opened = await openToolChat({ tools: [echoTool, createLineTool(async () => undefined)], script })
  return { ...opened, letAnswer, held: () => gates.size }
}

type Story = Awaited<ReturnType<typeof openStory>>

async function act({ engine, chatId, home, letAnswer }: Story, { kind, pick }: Act): Promise<unknown> {
  const command = { key: newKey(), chatId }
  const view = await engine.view(chatId)
  const links: MessageId[] = []
  for await (const row of listRows(home.store, MESSAGES_SHELF, { by: { parent: chatId } })) {
    const message = fromMessageRow(row)
    if (!isAside(message)) links.push(message.id)
  }
  const messageId = links[pick % links.length]
  const last = view.drafts[0]?.messageId ?? view.path.findLast(message => !isAside(message))?.id ?? null
  const shown = view.path.findLast(message => message.role === 'assistant')?.id
  const call = Object.values(view.calls).find(({ state }) => state.kind === 'proposed')
  switch (kind) {
    case 'send':
      return engine.send({ ...command, parentId: last, text: `Question ${pick}` })
    case 'edit':
      return engine.send({ ...command, parentId: view.path[0]?.parentId ?? null, text: `Instead ${pick}` })
    case 'let-answer':
      return letAnswer()
    case 'approve':
      return call && engine.approve({ ...command, callId: call.id, hash: call.hash, always: pick % 5 === 0 })
    case 'deny':
      return call && engine.deny({ ...command, callId: call.id, reason: 'No.' })
    case 'run-pending':
      return shown && engine.runPending({ ...command, messageId: shown })
    case 'reject-pending':
      return shown && engine.rejectPending({ ...command, messageId: shown })
    case 'continue':
      return shown && engine.continueAnswer({ ...command, messageId: shown })
    case 'stop':
      return engine.stop({ ...command, runId: null })
    case 'retry':
      return messageId && engine.retry({ ...command, messageId })
    case 'choose-tip':
      return messageId && engine.chooseTip({ ...command, messageId })
    case 'delete':
      return messageId && engine.deleteMessage({ ...command, messageId })
    case 'withdraw':
      return view.waiting[0] && engine.withdraw({ ...command, messageId: view.waiting[0].id })
    case 'clear':
      return engine.clear(command)
  }
}

/** What the user cannot do now is refused in words, and changes nothing. */
async function actIfPossible(story: Story, given: Act): Promise<void> {
  try {
    await act(story, given)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
}

/** The view of the page once everything that was begun waits for the user or for an answer. */
async function whenQuiet(story: Story): Promise<{ readonly live: ChatView; readonly loaded: ChatView }> {
  for (let tries = 0; ; tries += 1) {
    await new Promise(resolve => setTimeout(resolve, 0))
    const live = await story.page.until(() => true)
    const loaded = await story.engine.view(story.chatId)
    const isQuiet = loaded.runs.length === story.held() && isDeepStrictEqual(live, loaded)
    if (tries > 1000 || isQuiet) return { live, loaded }
  }
}

it('[H2] [H4] [R3] [R6] [R10] whatever the user does while answers arrive, a page that followed events shows the same as one that loads', async () => {
  const received = new Map<string, number>()
  let mostRuns = 0
  let branches = 0
  await fc.assert(
    fc.asyncProperty(stories, async given => {
      const story = await openStory(given.answers)
      for (const one of given.acts) {
        await actIfPossible(story, one)
        const { live, loaded } = await whenQuiet(story)
        expect(live).toEqual(loaded)
        mostRuns = Math.max(mostRuns, loaded.runs.length)
        branches += Object.keys(loaded.siblings).length
      }
      for (const { event } of story.page.received) received.set(event.kind, (received.get(event.kind) ?? 0) + 1)
      story.page.leave()
      await story.engine.close()
    }),
    { numRuns: 40, examples: [[twoRunsInTurns], [ofEverything]] },
  )
  expect([...received.keys()]).toEqual(
    expect.arrayContaining([
      'message-added',
      'message-waits',
      'message-withdrawn',
      'messages-removed',
      'chat-changed',
      'calls-changed',
      'call-progress',
      'run-started',
      'run-resumed',
      'step-started',
      'retrying',
      'run-ended',
    ]),
  )
  expect([mostRuns > 1, branches > 0]).toEqual([true, true])
  // A page that asked for the state at every turn would show the right thing too, and use no event.
  const seen = [...received.values()].reduce((sum, count) => sum + count, 0)
  expect(received.get('snapshot')).toBeLessThan(seen / 8)
}, 60_000)
