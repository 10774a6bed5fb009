import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const ID = /\[((?:[HCURPTWVSX]|F[A-Z]-|Z-)\d+)\]/g

it('every feature and fault id in a test name is listed in docs/features.md, once', () => {
  const listed = readFileSync(join(root, 'docs/features.md'), 'utf8').matchAll(/^\| ([A-Z]+-?\d+) \|/gm)
  const ids = [...listed].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
  const pattern = ['*.test.ts', '*.test.tsx', '*.spec.ts', '*/testing/*.ts']
  const names = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...pattern]
  const listedFiles = execFileSync('git', names, { cwd: root, encoding: 'utf8' }).split('\n')
  // Git also lists files that were deleted and not committed yet.
  const files = listedFiles.filter(file => file !== '' && existsSync(join(root, file)))
  const used = files.flatMap(file => [...readFileSync(join(root, file), 'utf8').matchAll(ID)].map(([, id]) => id))
  expect([...new Set(used)].filter(id => !ids.includes(id)).sort()).toEqual([])
  expect(used.length).toBeGreaterThan(1000)
})
