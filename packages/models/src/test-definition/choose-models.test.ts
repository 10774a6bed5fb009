import { expect, it } from 'vitest'
import type { Prices } from '../price-list.ts'
import { chooseModels } from './choose-models.ts'

const named = (...names: readonly string[]) => names.map(model => ({ model }))

it('[P7] the model to test with is the cheapest that has a price', () => {
  const priced = (model: string, output: Prices['output']) => ({ model, prices: { output } })
  const models = [priced('grand', 75), priced('trial', 0), priced('modest', 4), ...named('mini'), priced('middle', 15)]
  expect(chooseModels(models, 9)).toEqual(['modest', 'middle', 'grand', 'mini', 'trial'])
})

it('[P7] without prices it is one that is called small, and one that does not write is the last', () => {
  const models = named('text-embedding-3-small', 'gpt-image-1-mini', 'gpt-4o', 'gpt-4o-mini', 'whisper-1')
  expect(chooseModels(models, 2)).toEqual(['gpt-4o-mini', 'gpt-4o'])
  expect(chooseModels(named('whisper-1'), 2)).toEqual(['whisper-1'])
  expect(chooseModels([], 2)).toEqual([])
})
