import { expect, it } from 'vitest'
import { MOST_STEPS, type Next, type RunSteps, runLoop } from './run-loop.ts'

const ended = (state: 'complete' | 'waiting'): Next => ({ kind: 'ended', state })

/** Runs the loop with steps that only note that they ran; the test says what follows each answer and each round of calls. */
async function run(follow: { readonly answers: Next[]; readonly calls: Next[] }, changes: Partial<RunSteps> = {}) {
  const ran: string[] = []
  const state = await runLoop({
    first: { kind: 'step' },
    async answer() {
      ran.push('answer')
      return follow.answers.shift() ?? { kind: 'calls' }
    },
    async runCalls() {
      ran.push('calls')
      return follow.calls.shift() ?? { kind: 'step' }
    },
    async end(state) {
      ran.push(`end as ${state}`)
      return { kind: 'ended', state }
    },
    async giveUp(error) {
      ran.push(`give up: ${error instanceof Error ? error.message : 'nothing'}`)
      return 'failed'
    },
    ...changes,
  })
  return { ran, state }
}

it('[R1] answers, runs calls, and again, until an answer ends it', async () => {
  expect(await run({ answers: [{ kind: 'calls' }, ended('complete')], calls: [] })).toEqual({
    ran: ['answer', 'calls', 'answer'],
    state: 'complete',
  })
})

it('[R6] ends where a call waits for the user, and starts with the calls when it is resumed', async () => {
  expect((await run({ answers: [], calls: [ended('waiting')] })).state).toBe('waiting')
  const { ran } = await run({ answers: [ended('complete')], calls: [{ kind: 'calls' }] }, { first: { kind: 'calls' } })
  expect(ran).toEqual(['calls', 'calls', 'answer'])
})

it('[R10] writes another answer at once when a message waited for the one before', async () => {
  expect((await run({ answers: [{ kind: 'step' }, ended('complete')], calls: [] })).ran).toEqual(['answer', 'answer'])
})

it('[R1] ends as max-steps after as many answers, with the results of the last', async () => {
  const { ran, state } = await run({ answers: [], calls: [] })
  expect([ran.filter(step => step === 'answer').length, ran.slice(-2), state]).toEqual([
    MOST_STEPS,
    ['calls', 'end as max-steps'],
    'max-steps',
  ])
})

it.each(['answer', 'runCalls', 'end'] as const)('[R1] always ends, also when %s throws', async step => {
  const fail = () => Promise.reject(new Error('broken'))
  const { ran, state } = await run({ answers: [], calls: [] }, { [step]: fail })
  expect([ran.at(-1), state]).toEqual(['give up: broken', 'failed'])
})
