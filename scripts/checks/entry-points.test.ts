import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{packages,apps,bench,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: path => path.endsWith('node_modules'),
})

/** A library for others: what they import is not known here. */
const PUBLIC = '@stet/context'

const NAMES = /(?:import|export)\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*'([^']+)'/gu
const LOADED = /\{([^{}]*)\}\s*=\s*await import\('([^']+)'\)/gu

/** What is imported, as `module name`; a path ends at an entry point only if it is the index of its folder. */
function importedNames(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const pattern of [NAMES, LOADED]) {
      for (const [, names = '', from = ''] of source.matchAll(pattern)) {
        const module = from.startsWith('.') ? join(dirname(file), from) : from
        for (const name of namesIn(names)) found.add(`${module} ${name.split(/ as |:/u)[0]?.trim()}`)
      }
    }
  }
  return found
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map(name => name.trim().replace(/^type /u, ''))
    .filter(name => name !== '')
}

it('every name of an entry point is imported by another package, or by another file of its own', () => {
  const imported = importedNames()
  const unused = globSync('packages/*/package.json', { cwd: root }).flatMap(path => {
    const manifest: { readonly name: string; readonly exports: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(root, path), 'utf8'),
    )
    if (manifest.name === PUBLIC) return []
    return Object.entries(manifest.exports).flatMap(([subpath, entry]) => {
      const file = join(dirname(path), entry)
      const module = join(manifest.name, subpath)
      return [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gmu)]
        .flatMap(([, names = '']) => namesIn(names))
        .map(name => name.split(' as ').at(-1) ?? name)
        .filter(name => !imported.has(`${module} ${name}`) && !imported.has(`${file} ${name}`))
        .map(name => `${module}: ${name}`)
    })
  })
  expect(unused).toEqual([])
})
