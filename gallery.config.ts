import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npx playwright test -c gallery.config.ts [-g state]` draws every state, after the page was built. */
export default defineConfig({
  ...tests,
  testDir: 'apps/web/e2e',
  testMatch: 'gallery.ts',
  outputDir: '.cache/playwright-gallery',
  use: { ...tests.use, actionTimeout: 30_000 },
  reporter: [['line']],
})
