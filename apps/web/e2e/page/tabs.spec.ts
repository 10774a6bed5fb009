import type { Page } from '@playwright/test'
import { says } from '../setup/priced-upstream.ts'
import { answers, ask, composer, expect, send, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

const TABS = 10
const WHOLE = 'First words, and the rest behind them.'

function draft(page: Page) {
  return answers(page).last()
}

wireTest(
  '[FE-5] ten tabs of one browser stream at once and still send; the one that began may close in the middle of its answer',
  async ({ context, server, upstream }) => {
    const gate = closedGate()
    upstream.reply(says(asked => (asked === 'title' ? { text: 'Tides' } : { text: WHOLE, gate })))
    await addProvider(server.address, upstream)

    const tabs = await Promise.all(
      Array.from({ length: TABS }, async (_, tab) => {
        const page = await context.newPage()
        const url = await startChat(page, `Question ${tab}`)
        await expect(draft(page)).toContainText('First')
        return { page, url }
      }),
    )

    const [first, ...others] = tabs
    await first?.page.close()
    gate.open()
    await Promise.all(
      others.map(async ({ page }) => {
        await expect(draft(page)).toContainText(WHOLE)
        await ask(page, 'And again?')
        await expect(draft(page)).toContainText(WHOLE)
      }),
    )

    const again = await context.newPage()
    await again.goto(first?.url ?? '')
    await expect(draft(again)).toContainText(WHOLE)
  },
)

wireTest(
  '[FE-5] two tabs with the same chat show the same, in whichever of them the user sends',
  async ({ context, server, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : WHOLE })))
    await addProvider(server.address, upstream)
    const one = await context.newPage()
    const url = await startChat(one, 'A question')
    await expect(draft(one)).toContainText(WHOLE)
    const other = await context.newPage()
    await other.goto(url)
    await expect(answers(other)).toHaveCount(1)
    await send(other, 'From the other tab')
    for (const page of [one, other]) {
      await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('From the other tab')
      await expect(answers(page)).toHaveCount(2)
    }
    await expect(composer(one)).toHaveValue('')
  },
)

wireTest(
  '[FE-5] a browser without shared workers follows by a connection of each tab',
  async ({ page, server, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? 'Tides' : WHOLE })))
    await addProvider(server.address, upstream)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
    const streaming = page.waitForRequest('**/api/events**')
    await startChat(page, 'A question')
    await streaming
    await expect(draft(page)).toContainText(WHOLE)
  },
)
