import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, expect, send, startChat } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

const used = { prompt_tokens: 12_000, completion_tokens: 345 }
// At $0.25 a million read, $0.025 from the cache and $1.25 written.
const priced = { prompt_tokens: 100_000, completion_tokens: 4000, prompt_tokens_details: { cached_tokens: 60_000 } }

wireTest.use({ viewport: { width: 1440, height: 900 } })

function table(page: Page) {
  return page.getByRole('table', { name: /^Usage by/ })
}

wireTest(
  '[U2] [U4] the usage page shows what every chat, model, day and purpose cost, and each table has the same total',
  async ({ page, server, upstream }) => {
    upstream.reply(
      says(asked => (asked === 'title' ? { text: 'Tides', usage: used } : { text: 'Twice.', usage: priced })),
    )
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides')
    // Answered again, and a chat that is deleted: what was spent stays.
    await page.getByRole('button', { name: 'Answer again' }).click()
    await expect(page.getByText('2/2').first()).toBeVisible()
    await answerEnded(page)
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage')

    const totals = page.getByRole('region', { name: 'Totals' })
    await expect(totals).toContainText('$0.036')
    await expect(totals).toContainText('3')
    // 120,000 tokens were read at a tenth of the price.
    await expect(totals).toContainText(/Saved\s*\$0\.027\s*by caching/)
    const rows = table(page).getByRole('row')
    await expect(rows.filter({ hasText: 'Tides' })).toContainText('$0.036')
    for (const name of ['Chats', 'Models', 'Days', 'Workspaces', 'Purposes']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(rows.filter({ has: page.getByRole('rowheader', { name: 'Total' }) })).toContainText('$0.036')
    }
    await expect(rows.filter({ hasText: 'Titles' })).toContainText('$0.003')
    await expect(rows.filter({ hasText: 'Answers' })).toContainText('$0.033')
    await expect(page.locator('.uplot canvas')).toBeVisible()
    await page.getByRole('button', { name: 'By purpose' }).click()
    await expect(page.getByRole('list', { name: 'Series' })).toContainText(/Answers\s*\$0\.033\s*Titles\s*\$0\.003/)

    await page.getByRole('combobox', { name: 'Purpose' }).click()
    await page.getByRole('option', { name: 'Titles' }).click()
    await expect(totals).toContainText('$0.003')
    await expect(page).toHaveURL(/purpose=title/)
    await page.reload()
    await expect(totals).toContainText('$0.003')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(totals).toContainText('$0.036')

    await page.getByRole('link', { name: 'Tides' }).last().click()
    await expect(answers(page)).toBeVisible()
  },
)

wireTest(
  '[U4] [U5] a table is downloaded as CSV with full figures; what the provider reported is beside the price list',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: { ...priced, cost: 0.02 } })))
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twice')
    await page.goto('/usage')
    const reported = page.getByRole('region', { name: 'Costs that providers reported' })
    await expect(reported.getByRole('row', { name: /^Quill Large 2 \$0\.040 \$0\.033 \+21%$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Models', exact: true }).click()
    await expect(table(page)).toContainText('Quill Large')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('usage-by-models.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Model,Requests,Input tokens,Cache reads,Cache writes,Output tokens,Cost in USD,Saved by cache in USD,Reliable,Estimated requests',
      'Quill Large,2,80000,120000,0,8000,0.04,0.027,yes,0',
    ])
  },
)

wireTest('[U4] days without requests say so, on a phone too', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.address}/usage?range=own&from=2020-01-01&through=2020-01-31`)
  await expect(page.getByText('No requests in these days.')).toBeVisible()
  await expect(page.getByLabel('First day')).toHaveValue('2020-01-01')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

wireTest(
  '[U2] [U4] [R6] a budget warns at 80%, stops at 100% and asks; the answer is written when it is allowed',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: priced })))
    await addProvider(server.address, upstream)
    await page.goto('/usage')
    await page.getByRole('button', { name: 'Set a budget for My workspace' }).click()
    const field = page.getByRole('textbox', { name: /^Budget of My workspace/ })
    await expect(field).toBeFocused()
    await field.fill('nothing')
    await field.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'An amount above 0' })).toBeVisible()
    await field.fill('0.04')
    await field.press('Enter')
    await expect(page.getByRole('region', { name: 'Budgets' })).toContainText('$0.00 of $0.04')

    // An answer and its title cost $0.033, another answer $0.0165. The first figure that the chat asks for arrives when it is old.
    const titled = Promise.withResolvers<void>()
    await page.route(
      '**/api/budgets',
      async route => {
        const response = await route.fetch()
        await titled.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twice')
    titled.resolve()
    await expect(page.getByText('$0.03 of $0.04 spent this month in this workspace.')).toBeVisible()
    await ask(page, 'And tomorrow?')
    await expect(page.getByText('The next message asks before it is sent.')).toBeVisible()
    const sent = upstream.requests.length
    await send(page, 'And the day after?')
    const question = page.getByRole('region', { name: /^Budget reached/ })
    await expect(question).toContainText(
      'This workspace has spent $0.05 of its $0.04 for this month. Nothing was sent.',
    )
    expect(upstream.requests.length).toBe(sent)
    await page.reload()
    await question.getByRole('button', { name: 'Continue anyway' }).click()
    await expect(question).toHaveCount(0)
    await answerEnded(page)
    await expect.poll(() => upstream.requests.length).toBe(sent + 1)

    await page.goto('/usage')
    await page.getByRole('button', { name: 'Change for My workspace' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Set a budget for My workspace' })).toBeVisible()
  },
)
