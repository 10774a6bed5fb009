import { createMemoryDatabase, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { EngineError } from '../runtime/engine-error.ts'
import { createCommands } from './command.ts'

const greet = { key: 'k', command: 'greet', input: ['you'], toAnswer: String }

function open(store: Store = createMemoryDatabase().openStore('owner')) {
  return { store, commands: createCommands({ store, clock: () => 7 }) }
}

/** Acts by writing only its answer, and counts how often. */
function counting(store: Store, answer = 'hello') {
  let acts = 0
  return {
    acts: () => acts,
    act: async (keep: Parameters<Parameters<ReturnType<typeof createCommands>['once']>[1]>[0]) => {
      acts += 1
      await store.write([keep(answer)])
      return answer
    },
  }
}

it('[FH-6] gives the stored answer to the same command, and acts no more', async () => {
  const { store, commands } = open()
  const { act, acts } = counting(store)
  const answers = [await commands.once(greet, act), await commands.once(greet, act)]
  expect([answers, acts()]).toEqual([['hello', 'hello'], 1])
})

it('[FH-6] acts once for commands of two processes at the same time', async () => {
  const { store, commands } = open()
  const other = open(store).commands
  const first = counting(store, 'first')
  const second = counting(store, 'second')
  const answers = await Promise.all([commands.once(greet, first.act), other.once(greet, second.act)])
  expect(new Set(answers).size).toBe(1)
})

it('[FH-6] refuses a key that was given to another command or to other input, stored or on its way', async () => {
  const { store, commands } = open()
  const { act } = counting(store)
  const reused = new EngineError('key-reused', 'the key k was given to another command')
  const [first, ...others] = await Promise.allSettled([
    commands.once(greet, act),
    commands.once({ ...greet, input: ['me'] }, act),
    commands.once({ ...greet, command: 'leave' }, act),
  ])
  expect(first).toEqual({ status: 'fulfilled', value: 'hello' })
  expect(others).toEqual([reused, reused].map(reason => ({ status: 'rejected', reason })))
  await expect(commands.once({ ...greet, input: ['me'] }, act)).rejects.toThrow(reused)
})

it('lets a command that failed be given again', async () => {
  const { store, commands } = open()
  const failed = commands.once(greet, async () => {
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await commands.once(greet, counting(store).act)).toBe('hello')
})

it.each(['', 'x'.repeat(201)])('refuses a key that is empty or too long', async key => {
  const { store, commands } = open()
  const { act } = counting(store)
  await expect(commands.once({ ...greet, key }, act)).rejects.toMatchObject({ code: 'invalid' })
})
