import './scripts/require-pinned-node.ts'
import { defineConfig } from 'vitest/config'
import { foundPlantedFaults } from './scripts/checks/planted-faults.ts'
import { preferMemoryFolder } from './scripts/testing/memory-folder.ts'
import { slowestUnitTests } from './scripts/testing/slowest-tests.ts'
import { unsteadyUnitTests } from './scripts/testing/unsteady-tests.ts'

preferMemoryFolder(process.env)

/** These tests start processes, listen on ports, lock files or change what a process has once: each file gets a process of its own. */
const needProcess = [
  'packages/store/src/sqlite/**',
  'apps/server/src/**',
  'scripts/**',
  'bench/**',
  'packages/engine/src/kill.test.ts',
]

const skipped =
  process.env.CI !== 'true' && foundPlantedFaults(import.meta.dirname) ? ['scripts/checks/check-static.test.ts'] : []

/** node_modules/@stet leads back to the packages. */
const notOurs = ['**/node_modules/**']

export default defineConfig({
  test: {
    reporters: ['default', slowestUnitTests, unsteadyUnitTests],
    environment: 'node',
    maxWorkers: 2,
    setupFiles: ['./scripts/testing/property-seed.ts'],
    // Generous: on a busy machine a test that only computes takes many times as long, and that is no fault of it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A run that finds nothing must not look like one that passed.
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/**/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}'],
          exclude: [...needProcess, ...notOurs],
          // Nothing here changes globals, so the files of a worker share their modules: loading them again is most of the time.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: needProcess.map(pattern => (pattern.endsWith('.test.ts') ? pattern : `${pattern}/*.test.ts`)),
          exclude: [...skipped, ...notOurs],
          pool: 'forks',
          // decisions/0038: the run names what needed it, and fails when more than two did.
          retry: 1,
        },
      },
    ],
  },
})
