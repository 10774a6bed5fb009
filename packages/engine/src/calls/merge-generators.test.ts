import { expect, it } from 'vitest'
import { mergeGenerators } from './merge-generators.ts'

async function collect<Item>(generator: AsyncGenerator<Item>): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const item of generator) items.push(item)
  return items
}

it('[R1] gives what several give, as it comes, and waits for no one in particular', async () => {
  const gate = Promise.withResolvers<void>()
  async function* slow() {
    yield 'slow 1'
    await gate.promise
    yield 'slow 2'
  }
  async function* fast() {
    yield 'fast 1'
    yield 'fast 2'
    gate.resolve()
  }
  expect(await collect(mergeGenerators([slow(), fast()]))).toEqual(['slow 1', 'fast 1', 'fast 2', 'slow 2'])
  expect(await collect(mergeGenerators([]))).toEqual([])
})

it('[R1] lets the others come to their end before it throws what one of them threw', async () => {
  const ended: string[] = []
  // biome-ignore lint/correctness/useYield: it throws at once
  async function* broken(): AsyncGenerator<string> {
    throw new Error('broken')
  }
  async function* whole() {
    yield 'one'
    yield 'two'
    ended.push('whole')
  }
  await expect(collect(mergeGenerators([broken(), whole()]))).rejects.toThrow('broken')
  expect(ended).toEqual(['whole'])
})
