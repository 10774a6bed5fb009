import { readFile } from 'node:fs/promises'
import type { ChatId } from '@stet/api/client'
import { startWireServer } from '@stet/models/testing'
import { clientOf, inspector, seededTest, sentence } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, expect, startChat } from '../setup/stet.ts'
import { addProvider, asProvider, wireTest } from '../setup/upstream.ts'

seededTest.use({ viewport: { width: 1440, height: 900 } })
wireTest.use({ viewport: { width: 1440, height: 900 } })

seededTest(
  '[X1] a setting, a prompt, a tool, its option, the answer and a wording say before they are saved what they cost in money; the next request is shown byte for byte',
  async ({ page, server, chatId }) => {
    const upstream = await startWireServer()
    upstream.reply(asProvider)
    const definition = await addProvider(server.address, upstream)
    await clientOf(server.address).changeModel(chatId, { definition, model: 'quill-large' })
    await page.goto(`/chats/${chatId}`)
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await inspector(page).getByRole('tab', { name: 'Settings', exact: true }).click()
    await inspector(page).getByRole('radio', { name: 'Forget immediately' }).check()
    await expect(inspector(page).getByText('Unsaved changes')).toBeVisible()
    await expect(inspector(page).getByRole('status').filter({ hasText: 'Saves' })).toContainText(
      /About (<?\$\d\.\d+) less for the next message, (<?\$\d\.\d+) less over the next ten\./,
    )

    await inspector(page).getByRole('button', { name: 'Revert' }).click()
    await inspector(page).getByRole('tab', { name: 'Prompt', exact: true }).click()
    await inspector(page).getByRole('textbox', { name: 'System prompt' }).fill(sentence.repeat(20))
    await expect(inspector(page).getByRole('status').filter({ hasText: 'Unsaved changes' })).toContainText(
      /Adds [\d.k]+ tokens\. About <?\$\d\.\d+ more for the next message, <?\$\d\.\d+ more over the next ten\./,
    )
    // The sentence has a line of its own in the narrow panel, not what the buttons leave.
    const [line, field] = await Promise.all(
      [
        inspector(page).getByText(/^Adds .* over the next ten\.$/),
        inspector(page).getByRole('textbox', { name: 'System prompt' }),
      ].map(shown => shown.boundingBox()),
    )
    expect(line?.width).toBeGreaterThanOrEqual(field?.width ?? Number.NaN)
    await inspector(page).getByRole('tab', { name: 'Tools', exact: true }).click()
    const row = inspector(page).getByRole('listitem').filter({ hasText: 'memory' }).first()
    await row.getByRole('button', { name: 'What would it cost?' }).click()
    await expect(row).toContainText(/Switched on: Adds [\d.k]+ tokens\. About <?\$\d\.\d+ more/)

    const memory = inspector(page)
      .getByRole('switch', { name: /^Memory/ })
      .first()
    await memory.click()
    await expect(memory).toBeChecked()
    await expect(row.getByText(/^Switched off: Saves [\d.k]+ tokens\. About <?\$\d\.\d+ less/)).toBeVisible()
    await row
      .getByRole('button', { name: /What would it (cost|save)\?/ })
      .first()
      .click()
    await expect(row.getByRole('status').last()).toContainText(/^Switched (on|off): (Adds|Saves|No change)/)

    const unsaved = inspector(page).getByRole('status').filter({ hasText: 'Unsaved changes' })
    await inspector(page).getByRole('tab', { name: 'Answer', exact: true }).click()
    await inspector(page).getByRole('textbox', { name: 'Longest answer' }).fill('1')
    await expect(unsaved).toContainText(
      /About <?\$\d\.\d+ less for the next message, <?\$\d\.\d+ less over the next ten\./,
    )
    await inspector(page).getByRole('button', { name: 'Revert' }).click()
    await inspector(page).getByRole('tab', { name: 'Messages', exact: true }).click()
    await inspector(page).getByRole('radio', { name: 'By template' }).check()
    await inspector(page)
      .getByRole('textbox', { name: 'Template' })
      .fill(`${sentence.repeat(20)} {{text}}`)
    await expect(unsaved).toContainText(/Adds [\d.k]+ tokens\. About <?\$\d\.\d+ more for the next message/)
    await inspector(page).getByRole('button', { name: 'Revert' }).click()

    await inspector(page).getByRole('tab', { name: 'Request', exact: true }).click()
    await inspector(page).getByRole('button', { name: 'Exact bytes' }).click()
    await expect(inspector(page).getByRole('region', { name: 'Body' })).toContainText('"model": "quill-large"')

    // Above 300 kB the bytes are a download.
    await inspector(page).getByRole('button', { name: 'Back to next request' }).click()
    const typed = sentence.repeat(Math.ceil(310_000 / sentence.length))
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(typed)
    await inspector(page).getByRole('button', { name: 'Exact bytes' }).click()
    await expect(inspector(page).getByText(/^3\d\d KB: too long to show here$/)).toBeVisible()
    const downloading = page.waitForEvent('download')
    await inspector(page).getByRole('button', { name: 'Download the body' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('next-request.json')
    const { model, messages } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect([model, messages.at(-1).content.trim()]).toEqual(['quill-large', typed.trim()])
    await upstream.close()
  },
)

wireTest(
  '[X1] [V4] models are compared for this very chat; another model says what its empty cache costs before sending',
  async ({ page, server, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: { prompt_tokens: 20_000, completion_tokens: 400 } })))
    const first = await addProvider(server.address, upstream)
    // New chats start with the last that was added.
    await addProvider(server.address, upstream)
    const address = await startChat(page, sentence.repeat(900))
    await answerEnded(page)
    await expect(page.getByText(/costs about .* more/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Context: .* Cache mode: cached automatically\./ })).toBeVisible()
    // Tokens, cost and cache mode are three facts.
    const meter = page.getByRole('button', { name: /^Context: / })
    const facts = meter.locator('span[aria-hidden]').filter({ visible: true })
    const signs = await facts.evaluateAll(all => all.map(each => getComputedStyle(each, '::before').content))
    expect(signs).toEqual(['none', '"·"', '"·"'])

    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await inspector(page).getByRole('tab', { name: 'Answer', exact: true }).click()
    const comparison = inspector(page).getByRole('region', { name: 'Compare models' })
    await expect(comparison).toContainText('with answers of 400 tokens, as they were')
    await expect(comparison.getByRole('row', { name: /^Quill Large/ })).toHaveCount(1)
    await comparison.getByRole('combobox', { name: 'Second model' }).click()
    await page.getByRole('option', { name: 'Quill Small' }).first().click()
    await expect(comparison.getByRole('row', { name: /^Quill Small unknown unknown/ })).toBeVisible()

    const chatId = address.slice(address.lastIndexOf('/') + 1) as ChatId
    await clientOf(server.address).changeModel(chatId, { definition: first, model: 'quill-large' })
    await expect(
      page.getByText(
        /^Another model has nothing of this chat in its cache: the next message costs about \$0\.00\d more\.$/,
      ),
    ).toBeVisible()
  },
)
