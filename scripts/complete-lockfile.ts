// `npm ci` refuses a lockfile that lacks an optional package, even one for another platform, and `npm install` leaves out
// those that its registry does not carry. This adds them, without a checksum, which only the registry knows.
// Run it after `npm install` when lockfile.test.ts complains: npx node scripts/complete-lockfile.ts
import './require-pinned-node.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMissingOptionals, type Lockfile } from './lockfile.ts'

const path = join(import.meta.dirname, '../package-lock.json')
const lockfile: Lockfile = JSON.parse(readFileSync(path, 'utf8'))
const { completed, added } = addMissingOptionals(lockfile)
writeFileSync(path, `${JSON.stringify(completed, null, 2)}\n`)
console.log(added.length === 0 ? 'Nothing was missing.' : `Added: ${added.join(', ')}`)
