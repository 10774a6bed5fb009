import '../require-pinned-node.ts'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runVisibly } from '../run-command.ts'
import { findChromium } from './find-chromium.ts'

const root = `${import.meta.dirname}/../..`

process.exitCode = await ensureChromium()

async function ensureChromium(): Promise<number> {
  if (isThere()) return 0

  console.log('The browser tests need a Chromium, and this machine has none. Installing one …')
  if (isDebian() && process.getuid?.() === 0) {
    await runVisibly('apt-get', ['update'], root)
    await runVisibly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], root)
    if (isThere()) return 0
    console.error("Debian's package did not install (see above); trying Playwright's download.")
  }
  await runVisibly(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], root)
  if (isThere()) return 0

  console.error(
    '\nNo Chromium could be installed; what was tried is above. Install Chromium or Google Chrome yourself,\n' +
      'or name one that lies elsewhere: STET_CHROMIUM=/path/to/chrome npm test\n',
  )
  return 1
}

function isThere(): boolean {
  const found = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
  return found !== null || existsSync(chromium.executablePath())
}

function isDebian(): boolean {
  // Not Ubuntu: its package of that name installs a snap, which does not run in a container.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
