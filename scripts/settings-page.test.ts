import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SETTINGS_PAGE, settingsPage } from './settings-page.ts'

it('[V8] docs/settings.md lists every declared setting; node scripts/settings-page.ts writes it', () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(settingsPage())
})
