// Bundles every entry point that is not marked host-only as a browser would get it, and fails where that reaches Node.
import '../require-pinned-node.ts'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Plugin, type PluginContext, rolldown } from 'rolldown'

/** A subpath export of a package. */
interface EntryPoint {
  readonly name: string
  readonly file: string
  /** Listed under `stet.hostOnly` in its package.json: it needs Node, and nothing that a browser loads may reach it. */
  readonly hostOnly: boolean
}

const root = join(import.meta.dirname, '../..')
const entryPoints = listEntryPoints(join(root, 'packages'))
const clean = entryPoints.filter(({ hostOnly }) => !hostOnly)
const hostOnly = new Map(entryPoints.filter(entry => entry.hostOnly).map(({ file, name }) => [file, name]))

const faults: string[] = []
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(clean.map(({ name, file }) => [name, file])),
  platform: 'browser',
  plugins: [
    nodeFinder(chain => {
      faults.push(chain.map(id => (id.startsWith('/') ? relative(root, id) : id)).join('\n    → '))
    }),
  ],
  treeshake: false,
  logLevel: 'silent',
})
await bundle.generate({ dir: 'unwritten' })
await bundle.close()

if (faults.length > 0) {
  console.error(`These reach what a browser does not have:\n\n    ${faults.join('\n\n    ')}`)
  process.exitCode = 1
} else {
  console.log(`${clean.length} entry points bundle for a browser: ${clean.map(({ name }) => name).join(', ')}`)
}

function listEntryPoints(packages: string): readonly EntryPoint[] {
  return globSync('*/package.json', { cwd: packages })
    .sort()
    .flatMap(path => {
      const manifest: {
        readonly name: string
        readonly exports: Readonly<Record<string, string>>
        readonly stet?: { readonly hostOnly: readonly string[] }
      } = JSON.parse(readFileSync(join(packages, path), 'utf8'))
      const folder = join(packages, dirname(path))
      return Object.entries(manifest.exports).map(([subpath, file]) => ({
        name: join(manifest.name, subpath),
        file: join(folder, file),
        hostOnly: manifest.stet?.hostOnly.includes(subpath) ?? false,
      }))
    })
}

/** Reports the import chain, entry first, to each Node builtin and each host-only file that the bundle reaches. */
function nodeFinder(report: (chain: readonly string[]) => void): Plugin {
  const reached: { builtin: string; importer: string }[] = []
  return {
    name: 'node-finder',
    async resolveId(source, importer, options) {
      if (importer === undefined || !isBuiltin(source)) return null
      // A package may map a builtin to its own file, or to nothing, for browsers.
      const mapped = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (mapped !== null && mapped.external === false) return mapped
      reached.push({ builtin: source, importer })
      return { id: source, external: true }
    },
    generateBundle() {
      for (const { builtin, importer } of reached) report([...chainTo(this, importer), builtin])
      for (const [file, name] of hostOnly) {
        if (this.getModuleInfo(file) !== null) report([...chainTo(this, file), `host-only ${name}`])
      }
    },
  }
}

/** The shortest import chain from an entry point to a module. */
function chainTo(context: PluginContext, id: string): readonly string[] {
  const seen = new Set([id])
  let chains = [[id]]
  while (chains.length > 0) {
    const longer: string[][] = []
    for (const chain of chains) {
      const info = context.getModuleInfo(chain[0] ?? '')
      if (info === null || info.isEntry) return chain
      for (const importer of [...info.importers, ...info.dynamicImporters]) {
        if (seen.has(importer)) continue
        seen.add(importer)
        longer.push([importer, ...chain])
      }
    }
    chains = longer
  }
  return [id]
}
