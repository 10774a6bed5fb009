import './scripts/require-pinned-node.ts'
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/testing/find-chromium.ts'
import { preferMemoryFolder } from './scripts/testing/memory-folder.ts'

preferMemoryFolder(process.env)

const executablePath = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const offline = ['--disable-component-update', '--disable-sync']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// The servers of a worker share a process, and each test has a data folder of its own (apps/web/e2e/setup/stet.ts). The limits are for a busy
// machine: a test waits for events, and never as long as this.
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  workers: 2,
  // decisions/0038: the run names what needed it, and fails when more than two did.
  retries: 1,
  forbidOnly: true,
  timeout: 180_000,
  // What is tried again is tried soon: Playwright would wait up to a second before each time.
  expect: { timeout: 45_000, toPass: { intervals: [50] } },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ['./scripts/testing/slowest-tests.ts'],
    ['./scripts/testing/unsteady-tests.ts'],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    // It would answer in place of the server. Its own test allows it.
    serviceWorkers: 'block',
    // Nothing tests a movement, and each frame of one is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Actions, requests and the console. A film of the page and copies of its document took more than half of the processor's time;
    // `--trace on` makes them for a test that is looked into.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { args: [...quiet, ...offline, ...asRoot], ...(executablePath === null ? {} : { executablePath }) },
  },
})
