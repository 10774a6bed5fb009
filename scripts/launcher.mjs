#!/usr/bin/env node
// Every npm script and the command `stet` start here. Plain JavaScript without dependencies, because on a fresh clone it is run by
// the Node of the machine. Everything else is TypeScript, run by the pinned Node that `npm ci` installs.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { complaintAboutNode, complaintAboutPackageManager } from './requirements.mjs'
import { runNode } from './run-node.mjs'
import { serverFlags } from './server-flags.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'
const playwright = 'node_modules/@playwright/test/cli.js'

/** @type {Record<string, (args: string[]) => string[][]>} A command is a list of steps; the first that fails ends it. */
const commands = {
  start: args => [['scripts/build-web.ts'], [...serverFlags, 'apps/server/src/main.mjs', ...args]],
  salvage: args => [[...serverFlags, 'apps/server/src/main.mjs', 'salvage', ...args]],
  dev: args => [['scripts/dev.ts', ...args]],
  'check:static': args => [['scripts/checks/check-static.ts', ...args]],
  check: args => [['scripts/checks/check-static.ts'], [vitest, 'run', ...args]],
  test: args => [
    ['scripts/checks/check-static.ts'],
    [vitest, 'run'],
    ['scripts/testing/ensure-chromium.ts'],
    ['scripts/build-web.ts'],
    [playwright, 'test', ...args],
  ],
  bench: args => [['bench/harness/run-benches.ts', ...args]],
}

const [name = '', ...args] = process.argv.slice(2)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.exitCode = await launch()

async function launch() {
  const steps = commands[name]
  if (steps === undefined) return complain(`There is no "${name}". There is: ${Object.keys(commands).join(', ')}.`)

  const complaint =
    complaintAboutNode(process.versions.node) ?? complaintAboutPackageManager(process.env.npm_config_user_agent)
  if (complaint !== null) return complain(complaint)

  const installed = await ensureInstalled(root, `${process.platform}-${process.arch}`)
  if ('complaint' in installed) return complain(installed.complaint)

  for (const step of steps(args)) {
    const code = await runNode(installed.node, step, root)
    if (code !== 0) return code
  }
  return 0
}

/** @param {string} text */
function complain(text) {
  process.stderr.write(`\n${text}\n\n`)
  return 1
}
