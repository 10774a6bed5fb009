import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { answerEnded, ask, expect, startChat, test } from './stet.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.use({ pace: 0 })

/** What axe finds wrong on the page, one line for each rule with the first place it names. */
async function violations(page: Page): Promise<readonly string[]> {
  // Colours are measured as they are: none may still be fading in.
  await page.addStyleTag({
    content: '*, ::before, ::after { animation: none !important; transition: none !important }',
  })
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${colorScheme}, ${viewport.width} px`, () => {
      test.use({ colorScheme, viewport })

      test('[V1] axe finds nothing on the welcome page, in the model list and on the providers page', async ({
        page,
      }) => {
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'What is Stet?' })).toBeVisible()
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: /^Model: / }).click()
        await expect(page.getByRole('option').first()).toBeVisible()
        expect(await violations(page)).toEqual([])
        await page.goto('/providers')
        await expect(page.getByRole('link', { name: /^Anthropic/ })).toBeVisible()
        expect(await violations(page)).toEqual([])
      })

      test('[V1] axe finds nothing in a chat with code, and in the inspector', async ({ page }) => {
        await startChat(page, 'Show me some code in TypeScript')
        await answerEnded(page)
        await ask(page, 'Show me a table')
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: 'Inspector', exact: true }).click()
        for (const name of ['Request', 'Settings', 'Answer', 'Tools']) {
          await page.getByRole('tab', { name, exact: true }).click()
          expect(await violations(page)).toEqual([])
        }
      })
    })
  }
}
