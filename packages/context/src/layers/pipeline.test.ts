import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pipeline } from './pipeline.ts'

it('[C17] the README has a row for every layer, in the order in which they decide', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, table = ''] = readme.split('| layer | what it decides |')
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, name]) => name)
  expect(rows).toEqual(pipeline.map(({ name }) => name))
})
