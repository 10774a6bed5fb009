// Plants one fault of each kind in a copy of the tree, runs the real command there once, and expects every fault in its output.
// That takes a while and depends on few files, so it runs when one of those changed since it last passed, and always in CI
// (see vitest.config.ts). That the tree itself passes is what `npm test` checks first.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passedPlantedFaults } from './planted-faults.ts'

const root = join(import.meta.dirname, '../..')

/** Appended to the file, which may be new. */
const faults: Readonly<Record<string, string>> = {
  // An import against the arrow.
  'packages/context/src/planted.ts': "import type { Store } from '@stet/store'\n\nexport type Planted = Store\n",
  // An import against the order of folders.
  'packages/context/src/draft/planted.ts': "export { title } from '../title.ts'\n",
  // A path into another package.
  'apps/server/src/planted-path.ts': "export { makeId } from '../../../packages/history/src/id.ts'\n",
  'apps/server/src/planted-cycle-a.ts': "import { b } from './planted-cycle-b.ts'\n\nexport const a = () => b\n",
  'apps/server/src/planted-cycle-b.ts':
    "import { a } from './planted-cycle-a.ts'\n\nexport const b: () => unknown = () => a\n",
  'apps/server/src/planted-promise.ts':
    'async function work(): Promise<number> {\n  return 1\n}\n\nexport function planted(): void {\n  work()\n}\n',
  // Node in a package that must run in a browser, behind an entry point.
  'packages/api/src/index.ts': "export { planted } from './planted.ts'\n",
  'packages/api/src/planted.ts':
    "import { readFileSync } from 'node:fs'\n\nexport const planted: unknown = readFileSync\n",
  // An entry point that leads to a host-only one.
  'packages/engine/src/index.ts': "import '@stet/history/testing'\n",
  'apps/server/src/planted-format.ts': 'export const planted = "1";\n',
  'apps/server/src/planted-type.ts': "export const planted: number = '1'\n",
  'scripts/planted-words.ts': '// Whoever reads this is told nothing.\nexport const planted = 1\n',
  'apps/web/src/planted-words.ts': "export const planted = 'Your message stands.'\n",
  'scripts/planted-prose.ts': '/** What the person heard. */\nexport const told = 1\n',
}

describe('npm run check:static', () => {
  let copy: string
  let output: string
  let failed = 0

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'stet-check-'))
    copyTree(copy)
    for (const [path, text] of Object.entries(faults)) appendFileSync(join(copy, path), text)
    const run = spawnSync('npm', ['run', '--silent', 'check:static'], { cwd: copy, encoding: 'utf8' })
    output = run.stdout + run.stderr
    expect(run.status).toBe(1)
  }, 600_000)

  afterAll(() => {
    rmSync(copy, { recursive: true })
    if (failed === 0) passedPlantedFaults(root)
  })

  it.each<readonly [fault: string, inOutput: string | RegExp]>([
    [
      'an import against the arrow',
      'packages/context/src/planted.ts:1 packages/context may import history: @stet/store',
    ],
    [
      'an import against the order of folders',
      'packages/context/src/draft/planted.ts:1 packages/context/src: draft may not import title.ts',
    ],
    [
      'a path into another package',
      'apps/server/src/planted-path.ts:1 import packages/history through an entry point, never by a path into it',
    ],
    ['a cycle of imports', /apps\/server\/src\/planted-cycle-a\.ts:1:19 lint\/suspicious\/noImportCycles/],
    ['a promise that nothing awaits', /apps\/server\/src\/planted-promise\.ts:6:3 lint\/nursery\/noFloatingPromises/],
    [
      'a Node import in a package that must run in a browser',
      /packages\/api\/src\/planted\.ts:1:30 lint\/correctness\/noNodejsModules/,
    ],
    [
      'an entry point that reaches Node, with the way to it',
      'packages/api/src/index.ts\n    → packages/api/src/planted.ts\n    → node:fs',
    ],
    [
      'an entry point that reaches a host-only one',
      'packages/engine/src/index.ts\n    → packages/history/src/testing/index.ts\n    → host-only @stet/history/testing',
    ],
    ['a file that is not formatted', 'apps/server/src/planted-format.ts format'],
    ['a type error', 'apps/server/src/planted-type.ts(1,14): error TS2322'],
    ['a word that has to be guessed', 'scripts/planted-words.ts:1 "Whoever": write '],
    ['a word of a dialect in a comment', 'scripts/planted-prose.ts:1 "heard": write '],
    ['a word of a dialect on the page', 'apps/web/src/planted-words.ts:1 "stands": write '],
    ['each of its steps, by name', 'check:static failed: format, lint, arrows, types, browser, words'],
  ])('fails on %s', (_, inOutput) => {
    failed += 1
    expect(output).toMatch(inOutput)
    failed -= 1
  })
})

function copyTree(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  // Git also lists files that were deleted and not committed yet.
  for (const file of files.filter(file => existsSync(join(root, file)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  // node_modules/@stet points back into the tree, so the copy needs one of its own; the rest is shared.
  mkdirSync(join(copy, 'node_modules/@stet'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@stet') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@stet', name))
  }
}
