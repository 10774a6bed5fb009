import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A subpath export of a package. */
export interface Door {
  name: string
  file: string
  /** Marked so under `stet.hostOnly` in its package.json: it needs Node, and no browser-clean room may reach it. */
  hostOnly: boolean
}

interface Manifest {
  name: string
  exports: Record<string, string>
  stet?: { hostOnly: string[] }
}

export function listDoors(packages: string): Door[] {
  return globSync('*/package.json', { cwd: packages })
    .sort()
    .flatMap(path => {
      const manifest: Manifest = JSON.parse(readFileSync(join(packages, path), 'utf8'))
      const folder = join(packages, dirname(path))
      return Object.entries(manifest.exports).map(([subpath, file]) => ({
        name: join(manifest.name, subpath),
        file: join(folder, file),
        hostOnly: manifest.stet?.hostOnly.includes(subpath) ?? false,
      }))
    })
}
