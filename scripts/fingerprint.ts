import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const notSources = /^(dist|e2e|node_modules|sqlite|testing)$|\.test\.tsx?$/

/** Changes when a source file of these places is added, removed, renamed or written. Does not read contents, because it runs at every start. */
export function fingerprint(root: string, places: string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = lstatSync(join(root, path))
    if (!stat.isDirectory()) {
      hash.update(`${path}\n${stat.size}\n${stat.mtimeMs}\n`)
      return
    }
    for (const name of readdirSync(join(root, path)).sort()) if (!notSources.test(name)) visit(`${path}/${name}`)
  }
  for (const place of places) visit(place)
  return hash.digest('hex')
}
