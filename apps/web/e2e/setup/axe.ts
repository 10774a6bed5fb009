import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on the page, one line for each rule with the first place it names; `only` tries one rule. */
export async function violations(page: Page, only?: 'color-contrast'): Promise<readonly string[]> {
  // Colours are measured as they are: none may still be fading in.
  await page.addStyleTag({
    content: '*, ::before, ::after { animation: none !important; transition: none !important }',
  })
  await page.evaluate(axe)
  return page.evaluate(async rule => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const found = await axe.run(document, {
      resultTypes: ['violations'],
      ...(rule !== undefined && { runOnly: [rule] }),
    })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
  }, only)
}
