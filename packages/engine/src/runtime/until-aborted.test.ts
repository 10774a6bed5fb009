import { expect, it } from 'vitest'
import { untilAborted } from './until-aborted.ts'

async function collect<Item>(source: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const item of source) items.push(item)
  return items
}

it('gives what the source gives, to its end', async () => {
  async function* source() {
    yield 1
    yield 2
  }
  expect(await collect(untilAborted(source(), new AbortController().signal, fail))).toEqual([1, 2])
})

it('[R4] leaves a source at once that never answers again', async () => {
  const controller = new AbortController()
  const forever = new Promise<never>(() => undefined)
  async function* source() {
    yield 1
    controller.abort()
    await forever
  }
  expect(await collect(untilAborted(source(), controller.signal, fail))).toEqual([1])
})

it('lets the error of a source through', async () => {
  async function* source() {
    yield 1
    throw new Error('cut')
  }
  await expect(collect(untilAborted(source(), new AbortController().signal, fail))).rejects.toThrow('cut')
})

it('hands over the error of a source that fails while it is closed', async () => {
  const controller = new AbortController()
  const late = Promise.withResolvers<unknown>()
  const source: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: 1 }),
      return: async () => {
        throw new Error('the socket was gone')
      },
    }),
  }
  const items = untilAborted(source, controller.signal, late.resolve)
  await items.next()
  controller.abort()
  expect(await items.next()).toEqual({ done: true, value: undefined })
  expect(await late.promise).toEqual(new Error('the socket was gone'))
})

function fail(error: unknown): void {
  throw error
}
