import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONTEXT_README, contextReadme, SETTINGS_PAGE, settingsPage } from './settings-page.ts'

it('[V8] docs/settings.md lists every declared setting; node scripts/settings-page.ts writes it', () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(settingsPage())
})

it('[X6] packages/context/README.md lists every setting and layer of the library; node scripts/settings-page.ts writes both tables', () => {
  const readme = contextReadme()
  expect(readme).toContain('\n| `cache` |')
  expect(readme).toContain('\n| `cache-marks` | Marks where ')
  expect(readFileSync(CONTEXT_README, 'utf8')).toBe(readme)
})
