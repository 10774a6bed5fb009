import './scripts/require-pinned-node.ts'
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const offline = ['--disable-component-update', '--disable-sync']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// Tests start the servers they need, each with a data folder of its own.
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [[process.stdout.isTTY ? 'line' : 'list'], ['./scripts/slowest-tests.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'retain-on-failure',
    launchOptions: { args: [...quiet, ...offline, ...asRoot], ...(executablePath === null ? {} : { executablePath }) },
  },
})
