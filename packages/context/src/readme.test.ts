import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextSettings, listSettings } from '@stet/history'
import { expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

it('[X6] the README lists every setting', () => {
  const table = readme.slice(readme.indexOf('| setting |')).split('\n\n')[0] ?? ''
  const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(listSettings(contextSettings).map(({ path }) => path))
})
