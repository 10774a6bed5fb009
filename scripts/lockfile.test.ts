import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { addMissingOptionals, type Lockfile, missingOptionals } from './lockfile.ts'

const root = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lockfile: Lockfile = readJson('package-lock.json')

describe('package-lock.json', () => {
  it('names every optional package of every platform, without which npm ci refuses it', () => {
    expect(missingOptionals(lockfile)).toEqual([])
  })

  it('agrees with every package.json, without which npm ci refuses it', () => {
    for (const path of ['', ...globSync(manifest.workspaces, { cwd: root })]) {
      const { dependencies, devDependencies, optionalDependencies } = readJson(join(path, 'package.json'))
      const locked = lockfile.packages[path]
      expect({
        path,
        dependencies: locked?.dependencies,
        devDependencies: locked?.devDependencies,
        optionalDependencies: locked?.optionalDependencies,
      }).toEqual({ path, dependencies, devDependencies, optionalDependencies })
    }
  })

  it('has the pinned Node for five platforms, in one version, with checksums', () => {
    const locked = Object.keys(manifest.optionalDependencies).map(name => lockfile.packages[`node_modules/${name}`])
    expect(locked).toHaveLength(5)
    for (const entry of locked) {
      expect(entry).toMatchObject({ version: process.versions.node, integrity: expect.stringMatching(/^sha512-/) })
    }
  })

  it('says nothing about where packages are downloaded from', () => {
    const addresses = Object.values(lockfile.packages).map(({ resolved = '' }) => resolved)
    expect(addresses.filter(address => address.includes(':'))).toEqual([])
  })
})

describe('addMissingOptionals', () => {
  const parent = {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { 'tool-linux-x64-musl': '1.0.0', 'tool-darwin-arm64': '1.0.0', 'tool-wasm32-wasi': '1.0.0' },
  }

  it('adds what the registry did not have, for its platform only', () => {
    const { completed, added } = addMissingOptionals({ packages: { 'node_modules/tool': parent } })
    expect(added).toEqual(['tool-linux-x64-musl', 'tool-darwin-arm64', 'tool-wasm32-wasi'])
    expect(completed.packages).toEqual({
      'node_modules/tool': parent,
      'node_modules/tool-darwin-arm64': {
        version: '1.0.0',
        cpu: ['arm64'],
        dev: true,
        optional: true,
        os: ['darwin'],
      },
      'node_modules/tool-linux-x64-musl': {
        version: '1.0.0',
        cpu: ['x64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
      'node_modules/tool-wasm32-wasi': { version: '1.0.0', cpu: ['wasm32'], dev: true, optional: true },
    })
    expect(missingOptionals(completed)).toEqual([])
  })

  it('refuses to choose a version or guess a platform', () => {
    const wanting = (name: string, version: string): Lockfile => ({
      packages: { 'node_modules/tool': { optionalDependencies: { [name]: version } } },
    })
    expect(() => addMissingOptionals(wanting('tool-linux-x64', '^1.0.0'))).toThrow('only a registry can choose one')
    expect(() => addMissingOptionals(wanting('tool-extras', '1.0.0'))).toThrow('tool-extras does not say its platform')
  })
})
