// Fails where an import goes against the arrows: which package may import which, and which folder inside a package.
import '../require-pinned-node.ts'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { folders, packages } from './arrows.ts'

const root = join(import.meta.dirname, '../..')
const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gmu

const files = globSync('{packages/*,apps/*,bench,scripts}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: path => path.endsWith('node_modules') || path.endsWith('dist'),
})
const faults = files.sort().flatMap(file => {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(IMPORT)].flatMap(match => {
    const because = refusalOf(file, match[1] ?? match[2] ?? match[3] ?? '')
    const line = source.slice(0, match.index).split('\n').length
    return because === null ? [] : [`${file}:${line} ${because}`]
  })
})

if (faults.length > 0) {
  console.error(`Imports against the arrows (scripts/checks/arrows.ts):\n\n${faults.join('\n')}`)
  process.exitCode = 1
} else {
  console.log(`${files.length} files import along the arrows`)
}

function refusalOf(file: string, name: string): string | null {
  return name.startsWith('.') ? refusedPath(file, join(dirname(file), name)) : refusedPackage(file, name)
}

function refusedPackage(file: string, name: string): string | null {
  const area = packages.find(({ path }) => isIn(file, path))
  if (area === undefined || (area.exceptTests === true && isTest(file))) return null
  const [scope, short = ''] = name.split('/')
  if (scope !== '@stet') {
    const refused = area.npm !== undefined && !isTest(file) && !/\/testing\//u.test(file) && !area.npm.includes(name)
    return refused ? `${area.path} may import no package but ${area.npm.join(', ') || 'those of Stet'}: ${name}` : null
  }
  if (area.imports.includes(name) || area.imports.includes(short)) return null
  return `${area.path} may import ${area.imports.join(', ') || 'nothing'}: ${name}`
}

function refusedPath(file: string, target: string): string | null {
  const owner = /^packages\/[^/]+|^apps\/[^/]+/u.exec(file)?.[0]
  const other = /^(packages\/[^/]+|apps\/[^/]+)\//u.exec(target)?.[1]
  if (other !== undefined && other !== owner && target.includes('/src/')) {
    return `import ${other} through an entry point, never by a path into it`
  }
  for (const { path, order, withTests } of folders) {
    if (!isIn(file, path) || !isIn(target, path) || (withTests !== true && isTest(file))) continue
    const [from, to] = [placeIn(order, relative(path, file)), placeIn(order, relative(path, target))]
    if (from === null || to === null || from.name === to.name || from.level < to.level) continue
    return `${path}: ${from.name} may not import ${to.name}`
  }
  return null
}

interface Place {
  readonly name: string
  readonly level: number
}

/** The longest name that the path is in; null for a file that is in none. */
function placeIn(order: readonly string[], path: string): Place | null {
  let found: Place | null = null
  for (const [level, names] of order.entries()) {
    for (const name of names.split(' ')) {
      if (isIn(path, name) && name.length > (found?.name.length ?? 0)) found = { name, level }
    }
  }
  return found
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || folder === '.'
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/u.test(path)
}
