import { answered, asked } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssembleInput, Pace } from '../draft/assemble-input.ts'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'
import { propertyRuns } from '../testing/property-runs.ts'

const model = { ...exampleModel, caching: 'marks' as const, cacheLife: { minutes: 5, longMinutes: 60 } }
const prices = { inputPrice: 3, read: 0.1, write: 1.25, writeLong: 2 }
const [SOON, TEN_MINUTES, DAY] = [20_000, 600_000, 86_400_000]

function lifeOf(gaps: readonly number[], fields: Partial<AssembleInput> = {}) {
  const { say, path } = exampleChat()
  for (let index = 0; index < 8; index += 1) {
    say(asked(`question ${index} `.repeat(40)))
    say(answered(`answer ${index} `.repeat(40)))
  }
  say(asked('And now?'))
  const pace: Pace = { gaps, ...prices }
  const settings = exampleSettings({ cache: 'cached' })
  const cold = { state: 'cold' as const }
  const { request, report } = assembled(path(), { model, settings, system: 'Be brief.', pace, cache: cold, ...fields })
  return { minutes: request.cacheMinutes, life: report.cache.life }
}

describe('the life of the cache', () => {
  it.each([
    ['requests follow each other within five minutes', [SOON, SOON, SOON, SOON], 5],
    ['there are pauses of ten minutes', [TEN_MINUTES, SOON, TEN_MINUTES, TEN_MINUTES], 60],
    ['a day passes between them', [DAY, DAY, DAY, DAY], 5],
  ])('[C24] when %s, what costs less is asked for', (_name, gaps, minutes) => {
    const { minutes: chosen, life } = lifeOf(gaps)
    expect(chosen).toBe(minutes)
    const { short = 0, long = 0 } = life?.weighed ?? {}
    expect(long < short).toBe(minutes === 60)
  })

  it('[C24] a warm cache keeps the life that it was written with', () => {
    const previous = { blocks: [], marks: [], cacheMinutes: 60 }
    const warm = { previous, cache: { state: 'warm' as const } }
    expect(lifeOf([SOON, SOON], warm)).toEqual({ minutes: 60, life: { minutes: 60, weighed: null } })
    expect(lifeOf([TEN_MINUTES], { ...warm, previous: { ...previous, cacheMinutes: 5 } }).minutes).toBe(5)
  })

  it('[C24] the user can choose, and nothing is asked for where nothing is cached or only one life is known', () => {
    const chosen = (cacheLife: 'short' | 'long') => ({ settings: exampleSettings({ cache: 'cached', cacheLife }) })
    expect(lifeOf([SOON], chosen('long')).minutes).toBe(60)
    expect(lifeOf([TEN_MINUTES, TEN_MINUTES], chosen('short')).minutes).toBe(5)
    expect(lifeOf([TEN_MINUTES], { settings: exampleSettings({ cache: 'all-off' }) }).minutes).toBeUndefined()
    expect(lifeOf([TEN_MINUTES], { model: { ...model, cacheLife: { minutes: 5 } } }).minutes).toBe(5)
    const { cacheLife: _life, ...unknown } = model
    expect(lifeOf([TEN_MINUTES], { model: unknown }).minutes).toBeUndefined()
  })

  it('[C24] is the one with the smaller sum, whatever the pace, and the same for the same pace', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: DAY }), { minLength: 1, maxLength: 20 }), gaps => {
        const { minutes, life } = lifeOf(gaps)
        const { short = 0, long = 0 } = life?.weighed ?? {}
        expect(minutes).toBe(long < short ? 60 : 5)
        expect(lifeOf(gaps)).toEqual({ minutes, life })
      }),
      { numRuns: propertyRuns(40) },
    )
  })
})
