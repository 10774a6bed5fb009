// Bundles every door that is not marked host-only as a browser would get it, and fails where that reaches Node.
import './require-pinned-node.ts'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { listDoors } from './list-doors.ts'
import { nodeFinder } from './node-finder.ts'

const root = join(import.meta.dirname, '..')
const doors = listDoors(join(root, 'packages'))
const clean = doors.filter(door => !door.hostOnly)
const hostOnly = new Map(doors.filter(door => door.hostOnly).map(door => [door.file, door.name]))

const faults: string[] = []
const finder = nodeFinder(hostOnly, chain => {
  faults.push(chain.map(id => (id.startsWith('/') ? relative(root, id) : id)).join('\n    → '))
})
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(clean.map(door => [door.name, door.file])),
  platform: 'browser',
  plugins: [finder],
  treeshake: false,
  logLevel: 'silent',
})
await bundle.generate({ dir: 'unwritten' })
await bundle.close()

if (faults.length > 0) {
  console.error(`These reach what a browser does not have:\n\n    ${faults.join('\n\n    ')}`)
  process.exitCode = 1
} else {
  console.log(`${clean.length} doors bundle for a browser: ${clean.map(door => door.name).join(', ')}`)
}
