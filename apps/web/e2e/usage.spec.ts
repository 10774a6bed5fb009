import { says } from './priced-upstream.ts'
import { answerEnded, answers, expect, startChat } from './stet.ts'
import { addProvider, json, wireTest } from './upstream.ts'

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
    const figures = page.getByRole('button', { name: /^This chat: context 12\.3k of 131\.1k/ })
    await figures.click()
    const details = page.getByRole('dialog', { name: 'Context' })
    await expect(details).toContainText('12,345 tokens')
    await expect(details).toContainText('9% of 131,072, the model’s window')
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(figures).toBeFocused()
  },
)

wireTest('[C18] a chat is named anew from its menu, and says when that fails', async ({ page, server, upstream }) => {
  let title = 'Tides'
  upstream.reply(says(asked => ({ text: asked === 'title' ? title : 'Twice a day.', usage: used })))
  await addProvider(server.address, upstream)
  await startChat(page, 'How often does the tide come in?')
  await answerEnded(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Tides')
  title = 'The harbour wall'
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Name it anew' }).click()
  await expect(heading).toHaveText('The harbour wall')

  upstream.reply(says(() => json({ error: { message: 'No credit is left.' } }, 402)))
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Name it anew' }).click()
  const trouble = page.getByRole('alert').filter({ hasText: 'The chat was not named anew.' })
  await expect(trouble).toContainText('No credit is left.')
  await trouble.getByRole('button', { name: 'Dismiss' }).click()
  await expect(trouble).toHaveCount(0)
  await expect(heading).toHaveText('The harbour wall')
})
