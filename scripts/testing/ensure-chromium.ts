import '../require-pinned-node.ts'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runQuietly } from '../run-command.ts'
import { findChromium } from './find-chromium.ts'

const root = `${import.meta.dirname}/../..`

process.exitCode = await ensureChromium()

async function ensureChromium(): Promise<number> {
  if (isThere()) return 0

  console.log('The browser tests need a Chromium, and this machine has none. Installing one …')
  const started = performance.now()
  const clock = setInterval(() => console.log(`  … ${Math.round((performance.now() - started) / 1000)} s`), 5000)
  const said: string[] = []
  try {
    for (const command of installs()) {
      said.push(await run(command))
      if (isThere()) return 0
    }
  } finally {
    clearInterval(clock)
  }
  console.error(
    `${said.join('\n')}\nNo Chromium could be installed; what was tried is above. Install Chromium or Google Chrome yourself,\n` +
      'or name one that lies elsewhere: STET_CHROMIUM=/path/to/chrome npm test\n',
  )
  return 1
}

type Command = readonly [program: string, ...args: string[]]

/** In this order, until there is one: the package of Debian, then the download of Playwright. */
function installs(): readonly Command[] {
  const download: Command = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']
  if (!isDebian() || process.getuid?.() !== 0) return [download]
  const install: Command = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell']
  return [['apt-get', 'update'], install, download]
}

/** What the command said, which is printed only where none of them brought a Chromium. */
async function run([program, ...args]: Command): Promise<string> {
  const { code, output } = await runQuietly(program, args, root)
  return `${[program, ...args].join(' ')} (exit code ${code})\n${output}`
}

function isThere(): boolean {
  const found = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
  return found !== null || existsSync(chromium.executablePath())
}

function isDebian(): boolean {
  // Not Ubuntu: its package of that name installs a snap, which does not run in a container.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
