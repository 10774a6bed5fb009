import type { Locator } from '@playwright/test'
import type { ChatId } from '@stet/api/client'
import { clientOf } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, expect, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, json, wireTest } from '../setup/upstream.ts'

const used = { prompt_tokens: 12_000, completion_tokens: 345 }

wireTest.use({ viewport: { width: 1440, height: 900 } })

wireTest(
  '[C16] [V2] [V4] an answer shows its model by name and its tokens, the chat the size of its context',
  async ({ page, server, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : 'Twice a day.', usage: used })))
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await expect(answers(page)).toContainText('Quill Large')
    await expect(answers(page)).toContainText('12.0k in · 345 out')
    await expect(page.getByRole('button', { name: /^Context: .* tokens, about <\$0\.001 to send\./ })).toBeVisible()
    const figures = page.getByRole('button', { name: /^This chat: context 12\.3k of 131\.1k/ })
    // The composer's meter is the one context figure in sight.
    await expect(page.locator('header').getByText('12.3k', { exact: true })).toHaveCount(0)
    await figures.click()
    const details = page.getByRole('dialog', { name: 'Context' })
    await expect(details).toContainText('12,345 tokens')
    await expect(details).toContainText('9% of 131,072, the model’s window')
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(figures).toBeFocused()
  },
)

wireTest(
  '[C18] a chat gets a new title from its menu, and says when that fails',
  async ({ page, server, upstream }) => {
    let title = 'Tides'
    upstream.reply(says(asked => ({ text: asked === 'title' ? title : 'Twice a day.', usage: used })))
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Tides')
    title = 'The harbour wall'
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Generate a new title' }).click()
    await expect(heading).toHaveText('The harbour wall')

    upstream.reply(says(() => json({ error: { message: 'No credit is left.' } }, 402)))
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Generate a new title' }).click()
    const trouble = page.getByRole('alert').filter({ hasText: 'Could not generate a title' })
    await expect(trouble).toContainText('No credit is left.')
    await trouble.getByRole('button', { name: 'Dismiss' }).click()
    await expect(trouble).toHaveCount(0)
    await expect(heading).toHaveText('The harbour wall')
  },
)

// At $0.25 a million read, $0.025 from the cache and $1.25 written.
const priced = { prompt_tokens: 100_000, completion_tokens: 4000, prompt_tokens_details: { cached_tokens: 60_000 } }

wireTest(
  '[U1] [U2] [U3] [V4] costs show on each answer, on the branch and on the chat, and grow as requests end',
  async ({ page, server, upstream }) => {
    upstream.reply(
      says(asked => (asked === 'title' ? { text: 'Tides', usage: used } : { text: 'Twice.', usage: priced })),
    )
    await addProvider(server.address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    const cost = page.getByRole('button', { name: 'Cost: $0.017', exact: true })
    await expect(cost).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'Title' })).toContainText('$0.003')
    // 0.0165 for the answer, 0.003431 for its title.
    const figures = page.getByRole('button', { name: /^This chat: context .*, cost \$0\.020\. Usage details$/ })
    await expect(figures).toBeVisible()

    await page.getByRole('button', { name: 'Answer again' }).click()
    await expect(
      page
        .getByRole('group', { name: /2 of 2|Branches/ })
        .or(page.getByText('2/2'))
        .first(),
    ).toBeVisible()
    await answerEnded(page)
    await page.getByRole('button', { name: /^This chat: .*cost \$0\.036/ }).click()
    const details = page.getByRole('dialog', { name: 'Context' })
    await expect(details).toContainText(/This branch\s?\$0\.017/)
    await expect(details).toContainText(/The whole chat\s?\$0\.036/)
    await expect(details).toContainText('3 requests, titles and summaries included.')
  },
)

wireTest(
  '[U3] [V2] a cost without a price says that it is unreliable, and why, also on a narrow phone',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: priced })))
    const definition = await addProvider(server.address, upstream)
    await clientOf(server.address).changeDefaultModel({ model: { definition, model: 'quill-small' } })
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    const cost = answers(page).getByRole('button', { name: 'Cost: $0 (unreliable)' })
    await cost.focus()
    await expect(cost).toHaveAccessibleDescription(/Unreliable: a price is missing\./)
    await expect(page.getByText(/^Cost of this message\. Unreliable: a price is missing/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^This chat: .*cost \$0 \(unreliable\)/ })).toBeVisible()

    await answers(page).getByRole('button', { name: 'Answer again' }).click()
    await expect(page.getByText('Branch 2 of 2')).toBeAttached()
    await answerEnded(page)
    await expect(cost).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    const copy = answers(page).getByRole('button', { name: 'Copy as Markdown' })
    const gap = async () => ((await copy.boundingBox())?.x ?? 0) - (await rightOf(cost))
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    expect(await rightOf(answers(page).getByRole('button', { name: 'More' }))).toBeLessThanOrEqual(320)
  },
)

async function rightOf(locator: Locator): Promise<number> {
  const { x, width } = (await locator.boundingBox()) ?? { x: 0, width: Infinity }
  return x + width
}

wireTest('[U3] [FP-16] an answer whose usage was never reported says so', async ({ page, server, upstream }) => {
  upstream.reply(says(() => ({ text: 'Twice.' })))
  await addProvider(server.address, upstream)
  await startChat(page, 'How often does the tide come in?')
  await answerEnded(page)
  await expect(answers(page)).toContainText('no token count')
  const cost = answers(page).getByRole('button', { name: /^Cost: .*\(unreliable\)/ })
  await expect(cost).toHaveAccessibleDescription(/the provider sent no token count/)
})

wireTest(
  '[U2] [H5] what a fork copied is shown as inherited, and not counted again',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: priced })))
    await addProvider(server.address, upstream)
    const first = await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await expect(answers(page)).toContainText('$0.017')
    await answers(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Fork into a new chat' }).click()
    await expect(page).not.toHaveURL(first)
    await expect(answers(page).getByRole('button', { name: 'Cost: $0.017 (copied)' })).toBeVisible()
    await page.getByRole('button', { name: /^This chat: .*cost \$0\. / }).click()
    const details = page.getByRole('dialog', { name: 'Context' })
    await expect(details).toContainText(/This branch\s?\$0(?!\.)/)
    await expect(details).toContainText(/Copied from the original chat\s?\$0\.033/)
    await expect(details).toContainText('No requests yet.')
  },
)

wireTest('[U1] [H7] what was deleted stays on the account', async ({ page, server, upstream }) => {
  upstream.reply(says(() => ({ text: 'Twice.', usage: priced })))
  await addProvider(server.address, upstream)
  await startChat(page, 'How often does the tide come in?')
  await answerEnded(page)
  await ask(page, 'And tomorrow?')
  const whole = page.getByRole('button', { name: /^This chat: .*cost \$0\.050\. / })
  await expect(whole).toBeVisible()
  await answers(page).last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete from here…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(whole).toBeVisible()
})

wireTest('[U1] a request under way is marked as not counted yet', async ({ page, server, upstream }) => {
  const gate = closedGate()
  upstream.reply(says(() => ({ text: 'Twice a day, and more.', usage: priced, gate })))
  await addProvider(server.address, upstream)
  const url = await startChat(page, 'How often does the tide come in?')
  await expect(page.getByText('Twice')).toBeVisible()
  const client = clientOf(new URL(url).origin)
  expect((await client.chatUsage(`chat_${url.split('chat_')[1]}` as ChatId)).chat.open).toBe(1)
  await page.reload()
  await page.getByRole('button', { name: /^This chat: / }).click()
  await expect(page.getByRole('dialog', { name: 'Context' })).toContainText('1 still running.')
  gate.open()
  await answerEnded(page)
  await expect(page.getByRole('dialog', { name: 'Context' })).not.toContainText('running')
})

wireTest(
  '[V4] what was spent says when it could not be asked for, and is asked for again',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: priced })))
    await addProvider(server.address, upstream)
    await page.route('**/usage', route => route.abort())
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await page.getByRole('button', { name: /^This chat: / }).click()
    const details = page.getByRole('dialog', { name: 'Context' })
    await expect(details).toContainText('Could not load the cost.')
    await page.unroute('**/usage')
    await details.getByRole('button', { name: 'Try again' }).click()
    await expect(details).toContainText(/The whole chat\s?\$0\.033/)
    // It has one branch, which cost the same.
    await expect(details).not.toContainText('This branch')
    await expect(details).not.toContainText('could not be asked for')
  },
)
