import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextSettings, listSettings } from '@stet/history'
import { expect, it } from 'vitest'
import { pipeline } from './layers/pipeline.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

/** The names in the first column of the table with this heading. */
function rowsOf(heading: string): readonly string[] {
  const table = readme.slice(readme.indexOf(`| ${heading} |`)).split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '')
}

it('[C17] the README lists every layer, in order', () => {
  expect(rowsOf('layer')).toEqual(pipeline.map(({ name }) => name))
})

it('[X6] the README lists every setting', () => {
  expect(rowsOf('setting')).toEqual(listSettings(contextSettings).map(({ path }) => path))
})
