import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 26

// Before anything else is loaded: an older Node fails in ways that do not say so.
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Stet needs Node ${OLDEST_NODE} and this is ${process.versions.node}. Start it with "npm start", which brings its own.\n`,
  )
  process.exit(1)
}

// Halves the time to the first answer from the second start on. In a folder of ours: what others could write to must not be run. This file is
// written without types, because Node's type stripper would be loaded for it: 18 MB that nothing else needs once all is compiled.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))

const { run } = await import('./run.ts')
await run(process.argv.slice(2))
