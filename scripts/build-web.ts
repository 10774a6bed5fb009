// Builds the web app if what it is made from changed since the last build.
import './require-pinned-node.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint } from './fingerprint.ts'
import { runVisibly } from './run-command.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const stamp = join(root, '.cache/web-build')

process.exitCode = await buildWeb()

async function buildWeb(): Promise<number> {
  const now = fingerprint(root, ['apps/web', 'packages', 'package-lock.json'])
  const built = existsSync(stamp) && existsSync(join(web, 'dist/index.html')) ? readFileSync(stamp, 'utf8') : null
  if (now === built) return 0

  const started = performance.now()
  console.log(built === null ? 'Building the web app …' : 'Building the web app, which changed …')
  const code = await runVisibly(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    web,
  )
  if (code !== 0) {
    console.error('\nThe web app did not build; the reason is above.\n')
    return code
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return 0
}
