// Everything that can be known without running the product. The steps do not depend on each other and run at once.
import '../require-pinned-node.ts'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { runQuietly } from '../run-command.ts'

const root = join(import.meta.dirname, '../..')
const biome = 'node_modules/@biomejs/biome/bin/biome'

const steps: Record<string, string[]> = {
  format: [biome, 'check', '--linter-enabled=false', '--error-on-warnings'],
  lint: [biome, 'lint', '--error-on-warnings'],
  arrows: ['scripts/checks/check-arrows.ts'],
  types: ['node_modules/typescript/bin/tsc', '-b'],
  browser: ['scripts/checks/check-browser-clean.ts'],
  words: ['scripts/checks/check-words.ts'],
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
process.exitCode = await checkStatic(values.only ?? Object.keys(steps))

async function checkStatic(names: string[]): Promise<number> {
  const unknown = names.filter(name => !(name in steps))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
    return 1
  }
  const passed = await Promise.all(names.map(name => runStep(name, steps[name] ?? [])))
  const failed = names.filter((_, index) => !passed[index])
  if (failed.length > 0) console.error(`\ncheck:static failed: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

async function runStep(name: string, command: string[]): Promise<boolean> {
  const started = performance.now()
  const { code, output } = await runQuietly(process.execPath, command, root)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const said = stripVTControlCharacters(output).trim()
  console.log(code === 0 ? `ok      ${name} (${seconds} s)` : `\nFAILED  ${name} (${seconds} s)\n\n${said}\n`)
  return code === 0
}
