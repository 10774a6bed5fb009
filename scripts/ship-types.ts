import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Where the declarations of a package are, and where they go. */
export interface TypesOf {
  readonly from: string
  readonly to: string
}

/** A module that is imported, in a declaration: `from './x.ts'` or `import('./x.ts')`. */
const SPECIFIER = /(from |import\()(["'])([^"']+)\2/g

/**
 * Copies the declarations that the entry points of packages reach, so that they need nothing else: an import of one of the packages becomes a
 * path, and a path to a source one to what was made of it.
 */
export function shipTypes(packages: Readonly<Record<string, TypesOf>>): void {
  const done = new Set<string>()
  for (const types of Object.values(packages)) ship('index.d.ts', types, packages, done)
}

function ship(file: string, types: TypesOf, packages: Readonly<Record<string, TypesOf>>, done: Set<string>): void {
  const target = join(types.to, file)
  if (done.has(target)) return
  done.add(target)
  const text = readFileSync(join(types.from, file), 'utf8').replace(
    SPECIFIER,
    (_all, before: string, quote: string, specifier: string) => {
      const path = specifier.startsWith('.')
        ? shipNext(specifier, file, types, packages, done)
        : pathTo(specifier, target, packages)
      return `${before}${quote}${path}${quote}`
    },
  )
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

function shipNext(
  specifier: string,
  file: string,
  types: TypesOf,
  packages: Readonly<Record<string, TypesOf>>,
  done: Set<string>,
): string {
  if (!specifier.endsWith('.ts')) throw new Error(`${file} imports ${specifier}, which is no source`)
  const name = specifier.slice(0, -'.ts'.length)
  ship(join(dirname(file), `${name}.d.ts`), types, packages, done)
  return `${name}.js`
}

function pathTo(specifier: string, target: string, packages: Readonly<Record<string, TypesOf>>): string {
  const types = packages[specifier]
  if (types === undefined) throw new Error(`${target} needs ${specifier}, which is not shipped`)
  const path = relative(dirname(target), join(types.to, 'index.js'))
  return path.startsWith('.') ? path : `./${path}`
}
