import type { Reporter as BrowserReporter, FullConfig, Suite } from '@playwright/test/reporter'
import type { Reporter, TestModule } from 'vitest/node'

interface Timed {
  readonly name: string
  readonly ms: number
}

function printSlowest(kind: string, tests: readonly Timed[]): void {
  if (tests.length < 50) return
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  const lines = slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  console.log(`\n The slowest of ${tests.length} ${kind}:\n${lines.join('\n')}\n`)
}

/** Prints the slowest ten unit tests after a run of many. */
export const slowestUnitTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const timed = modules.flatMap(module =>
      [...module.children.allTests()].map(test => ({
        name: `${module.relativeModuleId} > ${test.name}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    printSlowest('unit tests', timed)
  },
}

/** Prints the slowest ten browser tests after a run of many. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export
export default class SlowestBrowserTests implements BrowserReporter {
  #suite: Suite | null = null

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    const timed = tests.map(test => ({
      name: test.titlePath().filter(Boolean).join(' > '),
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    }))
    printSlowest('browser tests', timed)
  }
}
