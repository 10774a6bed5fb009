import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasCommand, startCommand, temporaryFolder } from '../../testing/host.ts'

const WRITE = `
  import { writeSync } from 'node:fs'
  import { openSqliteDatabase } from ${JSON.stringify(new URL('../open-sqlite-database.ts', import.meta.url).href)}
  const database = await openSqliteDatabase({ folder: process.argv[1] })
  const store = database.openStore('ada')
  const put = { kind: 'put', shelf: 'messages', parent: 'chat', order: 'next', expect: 0, refs: [] }
  for (let at = 0; at < 5; at += 1) {
    writeSync(1, 'ASKED ' + at + '\\n')
    await store.write([{ ...put, id: 'm' + at, body: new TextEncoder().encode('ROW-' + at + '-ROW') }])
    writeSync(1, 'ACKNOWLEDGED ' + at + '\\n')
  }
  await database.close()
`

// Debian's own package, on a machine that CI has made for this.
if (spawnSync('strace', ['-V']).error !== undefined && process.platform === 'linux' && process.getuid?.() === 0) {
  spawnSync('apt-get', ['install', '-y', 'strace'], { stdio: 'ignore' })
}
const traced = hasCommand(['strace', '-o', '/dev/null', 'true'], 'a row is on the disk before it is acknowledged')

it.runIf(traced)('[S7] a row is on the disk before its write is acknowledged', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder()
  const trace = join(folder, 'trace')
  const child = startCommand('strace', [
    ...['-f', '-y', '-s', '100000', '-e', 'trace=fsync,fdatasync,pwrite64,write', '-o', trace],
    ...[process.execPath, '--input-type=module-typescript', '--eval', WRITE, '--', join(folder, 'data')],
  ])
  expect(await child.ended()).toMatchObject({ code: 0 })
  const lines = readFileSync(trace, 'utf8').split('\n')
  const after = (from: number, test: RegExp) => lines.findIndex((line, at) => at > from && test.test(line))
  for (let at = 0; at < 5; at += 1) {
    const asked = after(-1, new RegExp(`write\\(1.*ASKED ${at}`))
    const written = after(asked, new RegExp(`pwrite64\\(\\d+<[^>]*stet\\.sqlite-wal>.*ROW-${at}-ROW`))
    const synced = after(written, /(fsync|fdatasync)\(\d+<[^>]*stet\.sqlite-wal>.*\) += 0/)
    const acknowledged = after(asked, new RegExp(`write\\(1.*ACKNOWLEDGED ${at}`))
    const order = [asked, written, synced, acknowledged]
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((left, right) => left - right))
  }
})
