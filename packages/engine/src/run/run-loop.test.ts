import { expect, it } from 'vitest'
import type { Fact } from '../view/event.ts'
import { createDraftWriter } from './draft-writer.ts'
import { createLiveRun } from './live-runs.ts'
import type { Outcome } from './outcome.ts'
import { MOST_STEPS, type Next, type RunLoopDeps, runLoop } from './run-loop.ts'

const stopped: Outcome = { kind: 'cut-short', end: 'stopped', state: 'stopped', error: null }
const ended = (state: 'complete' | 'waiting'): Next => ({ kind: 'ended', state })

/** Runs the loop with parts that only note that they were asked, in turn; what follows an answer and a step is told by the test. */
async function run(follow: { readonly answers: Next[]; readonly steps: Next[] }, changes: Partial<RunLoopDeps> = {}) {
  const asked: string[] = []
  const draft = { runId: 'run_a', messageId: 'msg_b', parentId: 'msg_a', startedAt: 0 } as const
  const live = createLiveRun(createDraftWriter('chat_a', draft), 'chat_a')
  const begun: Fact = { kind: 'step-started', chatId: 'chat_a', draft: live.draft.draft() }
  const loop = runLoop({
    live,
    first: { kind: 'step' },
    begin() {
      asked.push('begin')
      return begun
    },
    async assemble() {
      asked.push('assemble')
      return { system: [], messages: [], tools: [] }
    },
    // biome-ignore lint/correctness/useYield: nothing is written
    async *stream(assemble) {
      await assemble()
      asked.push('stream')
      return stopped
    },
    async persist() {
      asked.push('persist')
      live.keepDraft()
      return follow.answers.shift() ?? { kind: 'calls' }
    },
    // biome-ignore lint/correctness/useYield: nothing is told
    async *runCalls() {
      asked.push('tools')
    },
    async conclude() {
      asked.push('conclude')
      return follow.steps.shift() ?? { kind: 'step' }
    },
    async end(state) {
      asked.push(`end as ${state}`)
      return { kind: 'ended', state }
    },
    async giveUp(error) {
      asked.push(`give up: ${error instanceof Error ? error.message : 'nothing'}`)
      return 'failed'
    },
    ...changes,
  })
  const told: string[] = []
  for await (const event of loop) told.push(event.kind === 'run-ended' ? `run-ended ${event.state}` : event.kind)
  return { asked, told }
}

it('[R1] assembles, streams, persists, runs tools, and again, until an answer ends it', async () => {
  expect(await run({ answers: [{ kind: 'calls' }, ended('complete')], steps: [] })).toEqual({
    asked: ['assemble', 'stream', 'persist', 'tools', 'conclude', 'begin', 'assemble', 'stream', 'persist'],
    told: ['step-started', 'run-ended complete'],
  })
})

it('[R6] ends where a step waits for a person, and starts with the calls when it goes on', async () => {
  const waiting = { answers: [], steps: [ended('waiting')] }
  expect((await run(waiting)).told).toEqual(['run-ended waiting'])
  const { asked } = await run(
    { answers: [ended('complete')], steps: [{ kind: 'calls' }] },
    { first: { kind: 'calls' } },
  )
  expect(asked.slice(0, 4)).toEqual(['tools', 'conclude', 'tools', 'conclude'])
})

it('[R10] writes another answer at once when a message waited for the one before', async () => {
  const { asked } = await run({ answers: [{ kind: 'step' }, ended('complete')], steps: [] })
  expect(asked).toEqual(['assemble', 'stream', 'persist', 'begin', 'assemble', 'stream', 'persist'])
})

it('[R1] ends as max-steps after as many answers, with the results of the last', async () => {
  const { asked, told } = await run({ answers: [], steps: [] })
  expect([asked.filter(part => part === 'persist').length, asked.slice(-2), told.at(-1)]).toEqual([
    MOST_STEPS,
    ['conclude', 'end as max-steps'],
    'run-ended max-steps',
  ])
})

it.each(['persist', 'conclude', 'runCalls'] as const)(
  '[R1] always has a last event, also when %s throws',
  async part => {
    const fail = () => {
      throw new Error('broken')
    }
    const { asked, told } = await run({ answers: [], steps: [] }, { [part]: fail })
    expect([asked.at(-1), told.at(-1)]).toEqual(['give up: broken', 'run-ended failed'])
  },
)
