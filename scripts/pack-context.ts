// What `npm pack -w @stet/context` runs before and after packing. In the workspace the package is TypeScript sources; in the tarball it is
// JavaScript and types without dependencies. So while npm packs, package.json is that of the tarball.
import './require-pinned-node.ts'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { runVisibly } from './run-command.ts'
import { shipTypes } from './ship-types.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages/context')
const dist = join(folder, 'dist')
const manifest = join(folder, 'package.json')
const kept = join(root, '.cache/pack-context/package.json')

const step = process.argv[2]
if (step === 'prepack') await prepack()
else if (step === 'postpack') postpack()
else throw new Error(`pack-context knows prepack and postpack, not ${step}`)

async function prepack(): Promise<void> {
  // A packing that was killed left its manifest behind.
  if (existsSync(kept)) postpack()
  await bundle()
  const code = await runVisibly(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages/context'],
    root,
  )
  if (code !== 0) throw new Error('the types could not be made; the reason is above')
  const types = (name: string) => ({
    from: join(root, `.cache/types/packages-${name}`),
    to: join(dist, 'types', name),
  })
  shipTypes({ '@stet/context': types('context'), '@stet/history': types('history') })
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  mkdirSync(dirname(kept), { recursive: true })
  copyFileSync(manifest, kept)
  writeFileSync(manifest, `${JSON.stringify(packedManifest(), null, 2)}\n`)
}

function postpack(): void {
  renameSync(kept, manifest)
  rmSync(join(folder, 'LICENSE'))
  rmSync(dist, { recursive: true })
}

async function bundle(): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  const bundled = await rolldown({
    cwd: root,
    input: { index: 'packages/context/src/index.ts', history: 'packages/history/src/index.ts' },
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: false },
  })
  await bundled.write({ dir: dist, format: 'es', chunkFileNames: 'shared-[hash].js' })
  await bundled.close()
}

function packedManifest(): object {
  const { name, version, description, license, type, sideEffects } = JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines: { node: '>=20' },
    exports: {
      '.': { types: './dist/types/context/index.d.ts', default: './dist/index.js' },
      './history': { types: './dist/types/history/index.d.ts', default: './dist/history.js' },
      './package.json': './package.json',
    },
    files: ['dist'],
  }
}
