import type { Page } from '@playwright/test'
import type { WireServer } from '@stet/models/testing'
import { answerEnded, answers, composer, expect, send } from '../setup/stet.ts'
import { asProvider, RIGHT_KEY, wireTest } from '../setup/upstream.ts'

const KEY = 'gsk_0123456789abcdefghijABCDEFGHIJ'

/** What is added by its key is at the upstream of the test. */
async function answerAsGroq(page: Page, upstream: WireServer): Promise<void> {
  upstream.reply(request => asProvider({ ...request, headers: { authorization: `Bearer ${RIGHT_KEY}` } }))
  await page.route('**/api/providers', async route => {
    const form = route.request().postDataJSON()
    if (form === null) return route.continue()
    const options = { ...form.options, thisComputer: true }
    await route.continue({ postData: JSON.stringify({ ...form, options, baseUrl: `${upstream.url}/v1` }) })
  })
}

wireTest(
  '[V5] a pasted key is kept out of the message, connects its provider, and the next message is answered by it',
  async ({ page, upstream }) => {
    await answerAsGroq(page, upstream)
    const saved: string[] = []
    page.on('request', request => saved.push(request.url().endsWith('/api/drafts') ? (request.postData() ?? '') : ''))
    await page.goto('/')
    await composer(page).fill(`Here: ${KEY}`)
    await expect(composer(page)).toHaveValue('')
    await expect(page.getByText('This looks like a key for Groq')).toBeVisible()
    await page.getByRole('button', { name: 'Connect Groq' }).click()
    await expect(page.getByText('New chats use Quill Large')).toBeVisible()
    await send(page, 'Good morning?')
    await answerEnded(page)
    await expect(answers(page)).toContainText('Good morning from the wire.')
    expect(saved.join('')).not.toContain(KEY)

    await composer(page).fill(KEY)
    await page.getByRole('button', { name: 'Insert anyway' }).click()
    await expect(composer(page)).toHaveValue(KEY)
  },
)

wireTest('[V5] the first screen takes a key and names its provider', async ({ page, upstream }) => {
  await answerAsGroq(page, upstream)
  await page.goto('/')
  await page.getByLabel('API key').fill(KEY)
  await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveText('Groq')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Groq is connected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Model: Quill Large' })).toBeVisible()
})
