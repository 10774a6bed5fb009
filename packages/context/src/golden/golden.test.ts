import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { pipeline } from '../layers/pipeline.ts'
import { render } from './render.ts'
import { scenarios } from './scenarios.ts'

describe('golden scenarios', () => {
  it.each(scenarios)('[$id] $title', async ({ file, title, input }) => {
    const given = input()
    await expect(render(title, given, assemble(given))).toMatchFileSnapshot(`./${file}.md`)
  })

  it('[C17] every layer has its scenario', () => {
    expect(new Set(scenarios.map(({ file }) => file))).toEqual(new Set(pipeline.map(({ name }) => name)))
  })
})
