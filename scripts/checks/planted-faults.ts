import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What decides whether `check:static` still finds planted faults: its own scripts, its settings, and the versions of its tools. */
const inputs = [
  'scripts/checks/*.ts',
  'scripts/run-command.ts',
  'scripts/launcher.mjs',
  'biome.json',
  'tsconfig*.json',
  '{apps,packages}/*/{package,tsconfig}.json',
  'package-lock.json',
]

const stampOf = (root: string) => join(root, '.cache/planted-faults')

/** Whether the planted faults were all found, by exactly these files. */
export function foundPlantedFaults(root: string): boolean {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(root)
}

export function passedPlantedFaults(root: string): void {
  mkdirSync(dirname(stampOf(root)), { recursive: true })
  writeFileSync(stampOf(root), hashInputs(root))
}

function hashInputs(root: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(inputs, { cwd: root }).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}
