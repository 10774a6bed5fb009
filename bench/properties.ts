import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './harness/row.ts'
import { runTests } from './tests/run-tests.ts'

const CASES = 100_000

/** The property tests of context, over many more chats and settings than `npm test` has time for. */
const bench: Bench = async report => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('packages/context/src/**/*.properties.test.ts', { cwd: root })
  const started = performance.now()
  const tests = await runTests({ root, files, env: { STET_PROPERTY_CASES: `${CASES}` } })
  const broken = tests.filter(({ failed }) => failed)
  for (const { name, message } of broken) console.log(`\n${name}\n${message.slice(0, 4000)}`)
  const alone = { peer: null, peerName: null }
  report({ name: 'properties: broken', unit: `of ${tests.length}`, ours: broken.length, ...alone, goal: '<= 0' })
  report({ name: 'properties: cases, at least', unit: 'cases', ours: CASES, ...alone, goal: '>= 100000' })
  report({
    name: 'properties: time',
    unit: 's',
    ours: (performance.now() - started) / 1000,
    ...alone,
    goal: null,
  })
}

export default bench
