import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './harness/row.ts'
import { runTests, type TestOutcome } from './tests/run-tests.ts'

/** The features whose tests must notice that a layer is gone. */
const features: Readonly<Record<string, readonly string[]>> = {
  'special-roles': ['H1', 'C1', 'H8'],
  checkpoint: ['C2', 'H6'],
  'persons-marks': ['C19'],
  'tool-memory': ['C3'],
  'previous-cycles': ['C4'],
  'result-limits': ['C5'],
  reasoning: ['C6'],
  origins: ['C7'],
  attachments: ['C8'],
  pairing: ['C1', 'FP-14'],
  opening: ['C1'],
  'current-message': ['C10'],
  documents: ['C13'],
  budget: ['C9'],
  'cache-marks': ['C14'],
}

const root = join(import.meta.dirname, '..')
// Inside the project, so that packages are found from there as from the original.
const copy = join(root, '.cache/mutants')
const pipeline = join(copy, 'packages/context/src/layers/pipeline.ts')

/** Replaces each layer by one that decides nothing: a test that carries its feature id must then fail. */
const bench: Bench = async report => {
  rmSync(copy, { recursive: true, force: true })
  for (const part of ['tsconfig.base.json', 'packages/history/tsconfig.json', 'packages/context']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  const source = readFileSync(pipeline, 'utf8')
  const sound = await outcomes()
  const [broken] = sound.filter(({ failed }) => failed)
  if (broken !== undefined) {
    throw new Error(`it fails with every layer in its place: ${broken.name}\n${broken.message.slice(0, 2000)}`)
  }
  for (const layer of layersIn(source)) {
    writeFileSync(pipeline, withoutLayer(source, layer))
    const noticed = (await outcomes()).filter(({ name, failed }) => failed && bearsIdOf(layer, name))
    report({
      name: `mutants: ${layer} decides nothing`,
      unit: 'failing tests with its id',
      ours: noticed.length,
      peer: null,
      peerName: null,
      goal: '>= 1',
    })
  }
  rmSync(copy, { recursive: true })
}

function outcomes(): Promise<readonly TestOutcome[]> {
  const files = globSync('packages/context/src/**/*.test.ts', { cwd: copy })
  return runTests({ root: copy, files, env: { STET_PROPERTY_CASES: '200' } })
}

const IMPORT = /^import \{ (\w+) \} from '\.\/([a-z-]+)\.ts'$/gm

function layersIn(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(([, , file]) => file ?? '')
}

function withoutLayer(source: string, layer: string): string {
  return source.replace(IMPORT, (line, name: string, file: string) =>
    file === layer
      ? `const ${name} = { name: '${layer}', label: '', apply: draft => draft } as const satisfies Layer`
      : line,
  )
}

function bearsIdOf(layer: string, test: string): boolean {
  const ids = features[layer]
  if (ids === undefined) throw new Error(`no feature is known for the layer ${layer}`)
  return ids.some(id => test.includes(`[${id}]`))
}

export default bench
