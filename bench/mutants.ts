import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './harness/row.ts'
import { runTests, type TestOutcome } from './tests/run-tests.ts'

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

/** The features whose tests must notice that a layer is gone, as the golden scenarios name them. */
function featuresOf(layer: string): readonly string[] {
  const scenarios = readFileSync(join(root, 'packages/context/src/golden/scenarios.ts'), 'utf8')
  return [...scenarios.matchAll(SCENARIO)].flatMap(([, file, id]) => (file === layer && id !== undefined ? [id] : []))
}

const SCENARIO = /file: '([a-z-]+)',\s+id: '(\w+)'/g

function bearsIdOf(layer: string, test: string): boolean {
  const ids = featuresOf(layer)
  if (ids.length === 0) throw new Error(`no scenario is known for the layer ${layer}`)
  return ids.some(id => test.includes(`[${id}]`))
}

export default bench
