import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { createMemoryDatabase, type Put, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { EngineError } from '../runtime/engine-error.ts'
import { createCommands } from './command.ts'

const { withdraw, retry } = CHAT_COMMANDS
const command: ChatCommand<'withdraw'> = { key: 'k', chatId: 'chat_a', messageId: 'msg_a' }
const other = { ...command, messageId: 'msg_b' } as const

function open(store: Store = createMemoryDatabase().openStore('owner')) {
  return { store, commands: createCommands({ store, clock: () => 7 }) }
}

/** Acts by writing only its answer, and counts how often. */
function counting(store: Store, text = 'hello') {
  let acts = 0
  return {
    acts: () => acts,
    act: async (keep: (answer: { text: string }) => Put) => {
      acts += 1
      await store.write([keep({ text })])
      return { text }
    },
  }
}

it('[FH-6] gives the stored answer to the same command, and acts no more', async () => {
  const { store, commands } = open()
  const { act, acts } = counting(store)
  const answers = [await commands.once(withdraw, command, act), await commands.once(withdraw, command, act)]
  expect([answers, acts()]).toEqual([
    [
      { text: 'hello', files: [] },
      { text: 'hello', files: [] },
    ],
    1,
  ])
})

it('[FH-6] acts once for commands of two processes at the same time', async () => {
  const { store, commands } = open()
  const second = open(store).commands
  const answers = await Promise.all([
    commands.once(withdraw, command, counting(store, 'first').act),
    second.once(withdraw, command, counting(store, 'second').act),
  ])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

it('[FH-6] refuses a key that was given to another command or to other input, stored or running', async () => {
  const { store, commands } = open()
  const { act } = counting(store)
  const reused = new EngineError('key-reused', 'the key k was given to another command')
  const retried = { runId: 'run_a', answerId: 'msg_c' } as const
  const [first, ...others] = await Promise.allSettled([
    commands.once(withdraw, command, act),
    commands.once(withdraw, other, act),
    commands.once(retry, command, async () => retried),
  ])
  expect(first).toEqual({ status: 'fulfilled', value: { text: 'hello', files: [] } })
  expect(others).toEqual([reused, reused].map(reason => ({ status: 'rejected', reason })))
  await expect(commands.once(withdraw, other, act)).rejects.toThrow(reused)
})

it('[FH-6] refuses other credentials under the same key, and takes a row of an earlier version as the same', async () => {
  const { store, commands } = open()
  const { act } = counting(store)
  await commands.once(withdraw, command, act, 'one')
  expect(await commands.once(withdraw, command, act, 'one')).toEqual({ text: 'hello', files: [] })
  await expect(commands.once(withdraw, command, act, 'two')).rejects.toMatchObject({ code: 'secrets-differ' })
  await commands.once(withdraw, { ...command, key: 'old' }, act)
  expect(await commands.once(withdraw, { ...command, key: 'old' }, act, 'two')).toEqual({ text: 'hello', files: [] })
})

it('lets a command that failed be given again', async () => {
  const { store, commands } = open()
  const failed = commands.once(withdraw, command, async () => {
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await commands.once(withdraw, command, counting(store).act)).toEqual({ text: 'hello', files: [] })
})

it.each(['', 'x'.repeat(201)])('refuses a key that is empty or too long', async key => {
  const { store, commands } = open()
  const { act } = counting(store)
  await expect(commands.once(withdraw, { ...command, key }, act)).rejects.toMatchObject({ code: 'invalid' })
})
