import './scripts/require-pinned-node.ts'
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const offline = ['--disable-component-update', '--disable-sync']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// The servers of a worker share a process, and each test has a data folder of its own (apps/web/e2e/stet.ts). The limits are for a busy
// machine: a test waits for events, and never as long as this.
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [[process.stdout.isTTY ? 'line' : 'list'], ['./scripts/slowest-tests.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'retain-on-failure',
    launchOptions: { args: [...quiet, ...offline, ...asRoot], ...(executablePath === null ? {} : { executablePath }) },
  },
})
