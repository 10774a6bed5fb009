import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'

describe('fingerprint', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stet-fingerprint-'))
    mkdirSync(join(root, 'web/src'), { recursive: true })
    write('web/src/a.ts', 'one')
  })

  afterEach(() => rmSync(root, { recursive: true }))

  function write(path: string, text: string, seconds = 1): void {
    writeFileSync(join(root, path), text)
    utimesSync(join(root, path), seconds, seconds)
  }

  it('stays the same while nothing changes', () => {
    expect(fingerprint(root, ['web'])).toBe(fingerprint(root, ['web']))
  })

  it('changes when a file is written, added or renamed', () => {
    const seen = [fingerprint(root, ['web'])]
    write('web/src/a.ts', 'two', 2)
    seen.push(fingerprint(root, ['web']))
    write('web/src/b.ts', 'one')
    seen.push(fingerprint(root, ['web']))
    renameSync(join(root, 'web/src/b.ts'), join(root, 'web/src/c.ts'))
    seen.push(fingerprint(root, ['web']))
    expect(new Set(seen).size).toBe(4)
  })

  it('does not look at what a build writes, nor at tests', () => {
    const before = fingerprint(root, ['web'])
    mkdirSync(join(root, 'web/dist'))
    write('web/dist/index.html', 'built')
    write('web/src/a.test.ts', 'test')
    expect(fingerprint(root, ['web'])).toBe(before)
  })
})
