import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNodeQuietly } from './run-node-quietly.ts'

export interface TestOutcome {
  /** Of the file, its describes and the test. */
  readonly name: string
  readonly failed: boolean
  readonly message: string
}

export interface TestRun {
  readonly root: string
  /** Files, from the root. */
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const HOUR = 3_600_000

/** Runs tests in a process of their own, however long they take. */
export async function runTests({ root, files, env }: TestRun): Promise<readonly TestOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stet-tests-'))
  try {
    const outputFile = join(folder, 'report.json')
    const args = ['run', '--root', root, '--reporter=json', `--outputFile=${outputFile}`, `--testTimeout=${4 * HOUR}`]
    // It exits with 1 when a test fails, which may be the question. Without a report it did not run at all.
    const output = await runNodeQuietly([vitest, ...args, ...files], root, { ...env, CI: '1' })
    return readReport(outputFile, output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readReport(file: string, output: string): readonly TestOutcome[] {
  let report: JsonReport
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`the tests did not run:\n${output}`, { cause })
  }
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (assertionResults.length === 0) return [{ name, failed: status !== 'passed', message }]
    return assertionResults.map(test => ({
      name: `${name} ${test.fullName}`,
      failed: test.status !== 'passed',
      message: test.failureMessages.join('\n'),
    }))
  })
}
