// Makes a data folder and a recording of what its version answers about it, for `data-folder.test.ts`. When the stored format changes,
// check out the last version before the change, run
//   node scripts/data-folder/make.ts <that checkout> apps/server/fixtures/data-folder-<n>
// and add the folder and its time to the test. Older folders are never made again: they prove that data from then still opens.
import '../require-pinned-node.ts'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fillDataFolder, type Recorded } from './fill.ts'
import { describeDifference, findDifferences } from './find-differences.ts'
import { recordAnswers } from './record.ts'
import { HANGING_ITEM, startScriptedProvider } from './scripted-provider.ts'
import { moduleOf, startServerOf } from './server-of.ts'

/** Not one of the ports that a system hands out: nothing answers there when the recording is replayed, on any machine. */
const PROVIDER_PORT = 4849

/** Makes the to-do tool hang on one item, so that a kill leaves a call that was started and never ended. */
const hangingTool = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith('/write-todo/write-todo.ts')) return loaded
      const hang = "async *run(items) { if (items[0]?.text === '${HANGING_ITEM}') await new Promise(() => setInterval(() => {}, 1000));"
      return { ...loaded, source: String(loaded.source).replace('async *run(items) {', hang) }
    },
  })
`

const [checkout, target] = process.argv.slice(2)
if (checkout === undefined || target === undefined) throw new Error('usage: make.ts <checkout> <target folder>')
await make(checkout, target)

async function make(version: string, out: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'stet-data-folder-'))
  const data = join(work, 'data')
  const provider = await startScriptedProvider(PROVIDER_PORT)
  let commands: readonly Recorded[]
  const server = await startServerOf(version, data, { nodeFlags: ['--import', moduleOf(hangingTool)] })
  try {
    commands = await fillDataFolder(server, provider.url)
  } finally {
    await server.kill('SIGKILL')
    await provider.close()
  }
  await compact(data)

  const answers = await recordFrom(version, data, commands, join(work, 'first'))
  const again = await recordFrom(version, data, commands, join(work, 'again'))
  const unstable = findDifferences(answers, again)
  if (unstable.length > 0)
    throw new Error(`two recordings of one folder differ:\n${unstable.map(describeDifference).join('\n')}`)

  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await cp(data, join(out, 'data'), { recursive: true })
  await writeFile(join(out, 'answers.json'), `[\n${answers.map(answer => JSON.stringify(answer)).join(',\n')}\n]\n`)
  await rm(work, { recursive: true })
}

async function recordFrom(version: string, data: string, commands: readonly Recorded[], copy: string) {
  await cp(data, copy, { recursive: true })
  const server = await startServerOf(version, copy)
  const answers = await recordAnswers(server, commands)
  await server.kill('SIGTERM')
  return answers
}

/** Empties the write-ahead logs into their databases and drops what only a running process needs, without any recovery. */
async function compact(data: string): Promise<void> {
  for (const name of await readdir(data)) {
    if (name.startsWith('lock.') || name.endsWith('.open') || name.endsWith('.checked')) await rm(join(data, name))
    else if (name.endsWith('.sqlite')) {
      const database = new DatabaseSync(join(data, name))
      database.exec('pragma wal_checkpoint(truncate); vacuum; pragma wal_checkpoint(truncate)')
      database.close()
    }
  }
}
