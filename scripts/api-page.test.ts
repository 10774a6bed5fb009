import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { API_PAGE, apiPage } from './api-page.ts'

it('[V8] docs/api.md lists every command and read as defined; node scripts/api-page.ts writes it', () => {
  expect(readFileSync(API_PAGE, 'utf8')).toBe(apiPage())
})
