// Plants one fault at a time in a copy of the tree and runs the real command there; or, where that proves as much, one step of it.
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
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('npm run check:static', { timeout: 120_000 }, () => {
  let copy: string
  let planted: string[] = []

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'stet-check-'))
    copyTree(copy)
  })

  afterEach(() => {
    for (const path of planted) {
      rmSync(join(copy, path))
      if (existsSync(join(root, path))) copyFileSync(join(root, path), join(copy, path))
    }
    planted = []
  })

  afterAll(() => rmSync(copy, { recursive: true }))

  function check(faults: Record<string, string>, only?: string): { failed: string; output: string } {
    for (const [path, text] of Object.entries(faults)) {
      appendFileSync(join(copy, path), text)
      planted.push(path)
    }
    const run = spawnSync('npm', ['run', '--silent', 'check:static', '--', ...(only ? ['--only', only] : [])], {
      cwd: copy,
      encoding: 'utf8',
    })
    const output = run.stdout + run.stderr
    const failed = /^check:static failed: (.+)$/m.exec(output)?.[1] ?? (run.status === 0 ? 'nothing' : output)
    return { failed, output }
  }

  it('passes on the tree as it is', () => {
    expect(check({}).failed).toBe('nothing')
  })

  it('fails on an import against the arrow', () => {
    const { failed, output } = check({
      'packages/context/src/planted.ts': "import type { Store } from '@stet/store'\n\nexport type Planted = Store\n",
    })
    expect(failed).toContain('lint-and-arrows')
    expect(output).toMatch(/packages\/context\/src\/planted\.ts:1:28 lint\/style\/noRestrictedImports/)
  })

  it('fails on an import against the order of the folders in a package', () => {
    const { failed, output } = check(
      { 'packages/engine/src/view/planted.ts': "export { watch } from '../events/watch.ts'\n" },
      'lint-and-arrows',
    )
    expect(failed).toBe('lint-and-arrows')
    expect(output).toMatch(/packages\/engine\/src\/view\/planted\.ts:1:23 lint\/style\/noRestrictedImports/)
  })

  it('fails on a path into another package', () => {
    const { failed, output } = check(
      { 'apps/server/src/planted.ts': "export { makeId } from '../../../packages/history/src/id.ts'\n" },
      'lint-and-arrows',
    )
    expect(failed).toBe('lint-and-arrows')
    expect(output).toMatch(/apps\/server\/src\/planted\.ts:1:24 lint\/style\/noRestrictedImports/)
  })

  it('fails on an import against the direction of the web folders', () => {
    const { failed, output } = check(
      { 'apps/web/src/ui/planted.ts': "export { useAttempt } from '../state/use-attempt.ts'\n" },
      'lint-and-arrows',
    )
    expect(failed).toBe('lint-and-arrows')
    expect(output).toMatch(/apps\/web\/src\/ui\/planted\.ts:1:28 lint\/style\/noRestrictedImports/)
  })

  it('fails on a cycle of imports', () => {
    const { failed, output } = check({
      'apps/server/src/planted-a.ts': "import { b } from './planted-b.ts'\n\nexport const a = () => b\n",
      'apps/server/src/planted-b.ts': "import { a } from './planted-a.ts'\n\nexport const b: () => unknown = () => a\n",
    })
    expect(failed).toBe('lint-and-arrows')
    expect(output).toMatch(/apps\/server\/src\/planted-a\.ts:1:19 lint\/suspicious\/noImportCycles/)
  })

  it('fails on a promise that nobody waits for', () => {
    const { failed, output } = check({
      'apps/server/src/planted.ts':
        'async function work(): Promise<number> {\n  return 1\n}\n\nexport function planted(): void {\n  work()\n}\n',
    })
    expect(failed).toBe('lint-and-arrows')
    expect(output).toMatch(/apps\/server\/src\/planted\.ts:6:3 lint\/nursery\/noFloatingPromises/)
  })

  it('fails on a Node import in a room that must run in a browser, and names the way to it', () => {
    const { failed, output } = check({
      'packages/api/src/index.ts': "export { planted } from './planted.ts'\n",
      'packages/api/src/planted.ts':
        "import { readFileSync } from 'node:fs'\n\nexport const planted: unknown = readFileSync\n",
    })
    expect(failed).toContain('lint-and-arrows')
    expect(failed).toContain('browser')
    expect(output).toMatch(/packages\/api\/src\/planted\.ts:1:30 lint\/correctness\/noNodejsModules/)
    expect(output).toContain('packages/api/src/index.ts\n    → packages/api/src/planted.ts\n    → node:fs')
  })

  it('fails on a door that leads to a host-only one', () => {
    const { failed, output } = check({ 'packages/engine/src/index.ts': "import '@stet/store/testing'\n" }, 'browser')
    expect(failed).toBe('browser')
    expect(output).toContain(
      'packages/engine/src/index.ts\n    → packages/store/src/testing/index.ts\n    → host-only @stet/store/testing',
    )
  })

  it('fails on a file that is not formatted', () => {
    const { failed, output } = check({ 'apps/server/src/planted.ts': 'export const planted = "1";\n' }, 'format')
    expect(failed).toBe('format')
    expect(output).toContain('apps/server/src/planted.ts format')
  })

  it('fails on a type error', () => {
    const { failed, output } = check({ 'apps/server/src/planted.ts': "export const planted: number = '1'\n" }, 'types')
    expect(failed).toBe('types')
    expect(output).toContain('apps/server/src/planted.ts(1,14): error TS2322')
  })
})

function copyTree(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  // Git lists what was deleted and not yet committed, too.
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
