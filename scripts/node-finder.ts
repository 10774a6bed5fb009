import { isBuiltin } from 'node:module'
import type { Plugin, PluginContext } from 'rolldown'

/** Reports the import chain, entry first, to each Node builtin and each host-only file that a bundle reaches. */
export function nodeFinder(hostOnly: ReadonlyMap<string, string>, report: (chain: string[]) => void): Plugin {
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
      for (const [file, door] of hostOnly) {
        if (this.getModuleInfo(file) !== null) report([...chainTo(this, file), `host-only ${door}`])
      }
    },
  }
}

function chainTo(context: PluginContext, id: string): string[] {
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
