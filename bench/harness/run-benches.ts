import '../../scripts/require-pinned-node.ts'
import { fork } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { mergeResults, type Result, type Row, toResult } from './row.ts'
import { formatTable, summarise } from './table.ts'

const folder = join(import.meta.dirname, '..')
const latest = join(folder, 'results/latest.json')
const all = globSync('*.ts', { cwd: folder })
  .map(file => basename(file, '.ts'))
  .sort()

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There is: ${all.join(', ')}.`)
  process.exitCode = 1
} else {
  process.exitCode = await runBenches(asked.length > 0 ? asked : all)
}

async function runBenches(names: string[]): Promise<number> {
  const fresh: Result[] = []
  const broken: string[] = []
  for (const name of names) {
    console.log(`\n${name} …`)
    const { code, rows } = await runOne(name)
    if (code !== 0) broken.push(name)
    console.log(formatTable(rows))
    fresh.push(...rows)
  }
  const kept: Result[] = asked.length > 0 && existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : []
  mkdirSync(dirname(latest), { recursive: true })
  writeFileSync(latest, `${JSON.stringify(mergeResults(kept, fresh), null, 2)}\n`)
  console.log(`\n${summarise(fresh, broken)}`)
  return broken.length > 0 ? 1 : 0
}

function runOne(name: string): Promise<{ code: number; rows: Result[] }> {
  return new Promise((resolve, reject) => {
    const rows: Result[] = []
    const child = fork(join(import.meta.dirname, 'run-one.ts'), [name])
    child.on('message', (row: Row) => rows.push(toResult(row)))
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, rows }))
  })
}
