import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runQuietly } from './run-command.ts'

const root = join(import.meta.dirname, '..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const manifest = 'packages/context/package.json'

let folder: string
let copy: string
let consumer: string
let packed: { filename: string; files: { path: string }[] }

/** A Node of the machine's own, which is older than ours; ours where there is none. */
const machineNode = findMachineNode()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stet-pack-'))
  copy = join(folder, 'copy')
  consumer = join(folder, 'consumer')
  copyProject()
  const { code, output } = await runQuietly('npm', ['pack', '-w', '@stet/context', '--json', '--silent'], copy)
  expect({ code, output }).toMatchObject({ code: 0 })
  packed = onlyOne(JSON.parse(output.slice(output.search(/^[[{]\n/m))))
  mkdirSync(consumer)
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(copy, packed.filename)]
  expect(await runQuietly('npm', install, consumer)).toMatchObject({ code: 0 })
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('the tarball of @stet/context', () => {
  it('[X6] holds JavaScript, types, the README and the licence, and no sources', () => {
    const paths = packed.files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'package.json',
        'dist/index.js',
        'dist/history.js',
        'dist/types/context/index.d.ts',
        'dist/types/history/index.d.ts',
      ]),
    )
    expect(paths.filter(path => path.includes('test') || /(?<!\.d)\.ts$/.test(path))).toEqual([])
  })

  it('[X6] needs no other package', () => {
    const installed = readFileSync(join(consumer, 'node_modules/@stet/context/package.json'), 'utf8')
    expect(JSON.parse(installed)).not.toHaveProperty('dependencies')
    expect(readdirSync(join(consumer, 'node_modules/@stet'))).toEqual(['context'])
    const code = readFileSync(join(consumer, 'node_modules/@stet/context/dist/index.js'), 'utf8')
    expect([...code.matchAll(/from\s*["']([^"']+)["']/g)].filter(([, from]) => !from?.startsWith('./'))).toEqual([])
  })

  it('[X6] leaves the package as it was', () => {
    expect(readFileSync(join(copy, manifest), 'utf8')).toBe(readFileSync(join(root, manifest), 'utf8'))
    expect(readdirSync(join(copy, 'packages/context')).sort()).toEqual(
      readdirSync(join(root, 'packages/context'))
        .filter(name => name !== 'dist' && name !== 'node_modules')
        .sort(),
    )
  })

  it(`[X6] runs the example of its README on ${machineNode.name}`, async () => {
    const readme = readFileSync(join(root, 'packages/context/README.md'), 'utf8')
    const [, example, printed] = /```js example\n(.*?)```\n.*?```text\n(.*?)```/s.exec(readme) ?? []
    writeFileSync(join(consumer, 'example.js'), example ?? 'throw new Error("the README has no example")')
    expect(await runQuietly(machineNode.path, ['example.js'], consumer)).toEqual({ code: 0, output: printed })
  })

  it('[X6] gives types that a strict consumer compiles with, without those of a browser or Node', async () => {
    writeFileSync(join(consumer, 'consumer.ts'), consumerSource)
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023',
      '--types',
      '',
    ]
    expect(await runQuietly(process.execPath, [tsc, ...options, 'consumer.ts'], consumer)).toEqual({
      code: 0,
      output: '',
    })
  })

  it('[X6] uses nothing that Node 20 does not have', async () => {
    const compilerOptions = {
      noEmit: true,
      composite: false,
      emitDeclarationOnly: false,
      lib: ['ES2023', 'DOM'],
      types: [],
    }
    const config = { extends: '../../tsconfig.base.json', compilerOptions, files: ['src/index.ts'] }
    writeFileSync(join(copy, 'packages/context/tsconfig.old-node.json'), JSON.stringify(config))
    const run = await runQuietly(process.execPath, [tsc, '-p', 'packages/context/tsconfig.old-node.json'], copy)
    rmSync(join(copy, 'packages/context/tsconfig.old-node.json'))
    expect(run).toEqual({ code: 0, output: '' })
  })
})

const consumerSource = `
import { assemble, fromOpenAi, inputOf, toOpenAi, type Report } from '@stet/context'
import type { ModelRequest, Path } from '@stet/context/history'

const conversation = fromOpenAi({ messages: [{ role: 'user', content: 'Hello.' }] }, { model: 'gpt' })
export const path: Path = conversation.path
const assembly = assemble(inputOf(conversation))
export const report: Report = assembly.report
if (assembly.kind === 'assembled') {
  const request: ModelRequest = assembly.request
  const roles: string[] = toOpenAi(request, conversation.originals).messages.map(({ role }) => role)
  // @ts-expect-error
  const wrong: number[] = roles
} else {
  const because: string = assembly.because
}
`

/** Packing changes package.json for a moment, so it happens in a copy: other tests read the one of the project. */
function copyProject(): void {
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path)
  for (const part of ['packages/context', 'packages/history', 'scripts']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  }
  for (const file of ['package.json', 'tsconfig.base.json', 'LICENSE']) cpSync(join(root, file), join(copy, file))
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@stet'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@stet') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of ['context', 'history']) symlinkSync(join(copy, 'packages', name), join(modules, '@stet', name))
}

/** npm lists what it packed, by name in some of its versions. */
function onlyOne(listed: unknown): typeof packed {
  const [first] = Object.values(listed ?? {})
  return first
}

function findMachineNode(): { readonly name: string; readonly path: string } {
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(place, process.platform === 'win32' ? 'node.exe' : 'node')
    if (!place.includes('node_modules') && isExecutable(path)) return { name: 'the machine’s own Node', path }
  }
  return { name: 'our own Node, as the machine has no other', path: process.execPath }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
