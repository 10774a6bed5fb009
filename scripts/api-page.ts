// Writes docs/api.md from the definitions: node scripts/api-page.ts. A test fails when the page is out of date.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toMarkdown } from '@stet/commands/documents'

export const API_PAGE = fileURLToPath(new URL('../docs/api.md', import.meta.url))

export function apiPage(): string {
  return toMarkdown()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(API_PAGE, apiPage())
