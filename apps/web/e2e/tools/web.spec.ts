import { startWireServer } from '@stet/models/testing'
import { searchReplies } from '@stet/tools/testing'
import { answerEnded, answers, ask, DEVICES, expect, send, startChat } from '../setup/stet.ts'
import { callsInTurn, openToolChat } from '../setup/tool-upstream.ts'
import { addProvider, wireTest as test } from '../setup/upstream.ts'

for (const [device, viewport] of DEVICES) {
  test(`[T8] [Z-4] on ${device}, a search service is set up and tested, and a model searches and fetches with the user’s approval`, async ({
    page,
    server,
    upstream,
  }) => {
    await page.setViewportSize(viewport)
    const engine = await startWireServer()
    try {
      engine.reply(searchReplies.searxng)
      upstream.reply(
        callsInTurn([
          { tool: 'web_search', input: '{"query":"harbour wall"}' },
          { tool: 'web_fetch', input: JSON.stringify({ url: `${engine.url}/secret` }) },
        ]),
      )
      await page.goto('/settings/web-search')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('SearXNG needs an address.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Address' }).fill(engine.url)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(page.getByText(/switch on “It is on this computer”/)).toBeVisible()
      await page.getByRole('switch', { name: 'It is on this computer' }).click()
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      const tested = page.getByRole('region', { name: 'Test' })
      await expect(tested).toContainText('The search works')
      await expect(tested).toContainText('Harbour walls')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible()

      const tools = ['web_search', 'web_fetch'].map(name => ({ name, policy: null, options: {} }))
      await openToolChat(page, { address: server.address, upstream, tools })
      await send(page, 'Look it up')
      const card = page.getByRole('region', { name: /needs approval/ })
      await expect(card).toContainText('harbour wall')
      await card.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(card).toContainText(`${engine.url}/secret`)
      await card.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(answers(page).last()).toContainText('Everything was tried.')
      expect(engine.requests.filter(({ path }) => path.includes('harbour'))).toHaveLength(1)
      expect(engine.requests.some(({ path }) => path.includes('secret'))).toBe(false)

      await page.getByRole('article', { name: 'Steps' }).getByRole('button').click()
      const results = page.getByRole('article', { name: 'Tool results' })
      await expect(results.last()).toContainText('is not a public address')
      await results
        .first()
        .getByRole('button', { name: /^Result of/ })
        .click()
      const found = results.first().getByRole('list', { name: 'Pages found' })
      await expect(found.getByRole('link')).toHaveText(['Harbour walls', 'Tide tables'])
      await expect(found.getByRole('link').first()).toHaveAttribute('href', 'https://harbour.example/walls')
    } finally {
      await engine.close()
    }
  })
}

test('[P5] [T8] what a model cannot take is shown as not applied, the rest is sent, and Stet fetches where the provider does not', async ({
  page,
  server,
  upstream,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await addProvider(server.address, upstream)
  await startChat(page, 'Good morning')
  await answerEnded(page)
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('button', { name: 'Answer settings' }).click()
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await expect(panel.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true')
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('3')
  await expect(panel.getByRole('alert')).toHaveText('Temperature must be a number from 0 to 2.')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('0.3')
  await panel.getByRole('switch', { name: 'Web search' }).check()
  await panel.getByRole('switch', { name: 'Web fetch' }).check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Unsaved changes')).toHaveCount(0)
  await expect(panel.getByText(/^Not applied: /)).toHaveCount(2)
  await expect(panel.getByRole('switch', { name: 'Web fetch' })).toHaveAccessibleDescription(
    /Not applied: .*Stet’s own tool fetches them/,
  )
  await expect(panel.getByRole('switch', { name: 'Web search' })).toHaveAccessibleDescription(/Not applied: /)
  await ask(page, 'And to you')
  const asked = upstream.requests.findLast(({ body }) => body.includes('And to you'))
  expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({
    temperature: 0.3,
    tools: [{ type: 'function', function: { name: 'web_fetch' } }],
  })
  expect(asked?.body).not.toContain('max_tokens')
  await panel.getByRole('tab', { name: 'Tools' }).click()
  const row = panel.getByRole('listitem').filter({ hasText: 'web_fetch' })
  await expect(row).toContainText('this model has no fetch of its own')
  await expect(row.getByRole('combobox', { name: 'When it is called' })).toHaveText('Ask first')
})
