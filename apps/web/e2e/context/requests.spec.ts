import type { ChatId } from '@stet/api/client'
import { clientOf } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, ask, expect, startChat } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

wireTest.use({ viewport: { width: 1440, height: 900 } })

function usage(cached: number) {
  return { prompt_tokens: 20_000, completion_tokens: 40, prompt_tokens_details: { cached_tokens: cached } }
}

wireTest(
  '[X1] [U1] all requests of a chat are listed; a cache miss says why and what it cost; two requests are compared',
  async ({ page, server, upstream }) => {
    let cached = 0
    upstream.reply(says(() => ({ text: 'Twice.', usage: usage(cached) })))
    await addProvider(server.address, upstream)
    const address = await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    cached = 18_000
    await ask(page, 'And tomorrow?')
    await expect(page.getByText('cache missed')).toHaveCount(0)
    const chatId = address.slice(address.lastIndexOf('/') + 1) as ChatId
    await clientOf(server.address).changeSystemPrompt(chatId, { text: 'You build dams.' })
    cached = 0
    await ask(page, 'And the day after?')
    const note = page.getByText('The provider’s cache missed: the system prompt changed.')
    await expect(note).toContainText('20.0k tokens were paid for again, $0.004 more.')

    await page.getByRole('button', { name: 'Show the difference' }).click()
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    await expect(panel.getByRole('heading', { name: 'Difference of two requests' })).toBeFocused()
    await expect(panel).toContainText('The system prompt changed.')
    await expect(panel).toContainText('The cache missed')
    await expect(panel.getByRole('list', { name: 'Blocks that differ' })).toContainText('System prompt')
    await expect(panel).toContainText('You build dams.')

    await panel.getByRole('button', { name: 'Back to all requests' }).click()
    const list = panel.getByRole('list', { name: 'Requests of this chat' })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect(list).toContainText('90% cached')
    await expect(list).toContainText('Title')
    await expect(panel.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled()
    const boxes = list.getByRole('checkbox', { name: /^Compare Answer/ })
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await panel.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(panel).toContainText('Messages were only added at the end.')
    await expect(panel).toContainText('The cache was used')

    await panel.getByRole('button', { name: 'Open the later request' }).click()
    await expect(panel.getByRole('heading', { name: 'Past request' })).toBeVisible()
    await panel.getByRole('button', { name: 'All requests of this chat' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await panel.getByRole('button', { name: 'Close inspector' }).click()
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('menuitem', { name: 'All requests' }).click()
    await list.getByRole('button').first().click()
    await expect(panel.getByRole('heading', { name: 'Past request' })).toBeFocused()
  },
)
