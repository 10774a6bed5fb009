import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { AssistantPart } from '@stet/history'
import type { WireServer } from '@stet/models/testing'
import { seededTest } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, composer, expect, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

wireTest.use({ viewport: { width: 1440, height: 900 } })

/** Opens a chat in which a model answered this. */
async function answered(
  page: Page,
  address: string,
  upstream: WireServer,
  text: string,
  title = 'Tides',
): Promise<void> {
  upstream.reply(says(asked => ({ text: asked === 'title' ? title : text })))
  await addProvider(address, upstream)
  await startChat(page, 'Go')
  await answerEnded(page)
}

const html = `Water is H<sub>2</sub>O, and x<sup>2</sup> is a square. Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.

| a | b |
|---|---|
| one<br>two | <b onclick="window.ran = 1">bold</b> |

<details>
<summary>More about *tides*</summary>

They come **twice** a day, as H<sub>2</sub>O does.

</details>

An <sub>open tag, and <script>window.ran = 1</script>.`

wireTest(
  '[V2] br, sub, sup, kbd, details and summary are drawn, all other HTML is text',
  async ({ page, server, upstream }) => {
    await answered(page, server.address, upstream, html)
    const answer = answers(page)
    await expect(answer.locator('p > sub')).toHaveText(['2', '2'])
    await expect(answer.locator('sup')).toHaveText('2')
    await expect(answer.locator('kbd')).toHaveText(['Ctrl', 'C'])
    await expect(answer.locator('td').first().locator('br')).toHaveCount(1)
    await expect(answer.locator('td').nth(1)).toHaveText('<b onclick="window.ran = 1">bold</b>')
    await expect(answer).toContainText('An <sub>open tag, and <script>window.ran = 1</script>.')
    const hidden = answer.getByText('They come twice a day')
    await expect(hidden).toBeHidden()
    await answer.locator('summary', { hasText: 'More about tides' }).click()
    await expect(hidden).toBeVisible()
    await expect(answer.locator('details strong')).toHaveText('twice')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  },
)

wireTest('[V2] code gets its ink while the rest of it is waited for', async ({ page, server, upstream }) => {
  const gate = closedGate()
  const text = '```ts\nreturn\n\nbreak; \ncontinue\n```'
  upstream.reply(says(asked => (asked === 'title' ? { text: 'Tides' } : { text, gate })))
  await addProvider(server.address, upstream)
  await startChat(page, 'Go')
  await expect(page.getByRole('article', { name: 'Answer, writing' }).locator('.ink-keyword')).toHaveText([
    'return',
    'break',
  ])
  gate.open()
  await answerEnded(page)
  await expect(page.locator('.ink-keyword')).toHaveText(['return', 'break', 'continue'])
})

wireTest(
  '[V2] code is wrapped, downloaded and copied from a header that stays in sight',
  async ({ page, context, server, upstream }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const lines = Array.from({ length: 60 }, (_, line) => `const line${line} = ${'"a long text" + '.repeat(12)}''`)
    await answered(page, server.address, upstream, `\`\`\`ts\n${lines.join('\n')}\n\`\`\``)
    const block = page.locator('.code-block')
    const copy = block.getByRole('button', { name: 'Copy code' })
    await block.getByText('line45 ').scrollIntoViewIfNeeded()
    await expect(copy).toBeInViewport()
    await copy.click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines.join('\n'))
    const downloading = page.waitForEvent('download')
    await block.getByRole('button', { name: 'Download code' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('code.ts')
    expect(await readFile(await download.path(), 'utf8')).toBe(lines.join('\n'))
    const isWide = () => block.locator('pre').evaluate(pre => pre.scrollWidth > pre.clientWidth)
    expect(await isWide()).toBe(true)
    await block.getByRole('button', { name: 'Wrap lines' }).click()
    await expect.poll(isWide).toBe(false)
  },
)

wireTest(
  '[V2] a table is sorted by a column and back, and copied as CSV as it is shown',
  async ({ page, context, server, upstream }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const table = '| wall | height |\n|---|---|\n| north, old | 10 m |\n| south | 9 m |\n| east | 1,200 m |'
    await answered(page, server.address, upstream, table)
    const first = page.locator('tbody td:first-child')
    await page.getByRole('button', { name: 'height' }).click()
    await expect(first).toHaveText(['south', 'north, old', 'east'])
    await expect(page.getByRole('columnheader', { name: 'height' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'height' }).click()
    await expect(first).toHaveText(['east', 'north, old', 'south'])
    await page.getByRole('button', { name: 'Copy as CSV' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'wall,height\r\neast,"1,200 m"\r\n"north, old",10 m\r\nsouth,9 m\r\n',
    )
    await page.getByRole('button', { name: 'height' }).click()
    await expect(first).toHaveText(['north, old', 'south', 'east'])
  },
)

wireTest('[V2] a table that is laid out in pieces is copied whole', async ({ page, context, server, upstream }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = Array.from({ length: 120 }, (_, row) => `| ${row} | wall |`)
  await answered(page, server.address, upstream, `| n | what |\n|---|---|\n${rows.join('\n')}\n\nThe end.`)
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split('\r\n')).toEqual(['n,what', ...rows.map((_, row) => `${row},wall`)])
})

wireTest(
  '[C18] a title is one line of at most 80 characters, whatever the model answered',
  async ({ page, server, upstream }) => {
    const title = `${'The tides of the harbour and its wall '.repeat(6)}\nA second line\n\n# A heading`
    await answered(page, server.address, upstream, 'An answer.', title)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText('The tides of the harbour')
    const shown = (await heading.textContent()) ?? ''
    expect([shown.length <= 80, shown.includes('second'), shown.includes('\n')]).toEqual([true, false, false])
  },
)

wireTest(
  '[H4] [P1] another model answers again this once, and the chat keeps its own',
  async ({ page, server, upstream }) => {
    await answered(page, server.address, upstream, 'An answer.')
    await answers(page).hover()
    await answers(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Answer again with…' }).click()
    await page.getByRole('option', { name: /^Quill Small/ }).click()
    await expect(page.getByText('Branch 2 of 2')).toBeAttached()
    await answerEnded(page)
    await expect(answers(page).locator('footer')).toContainText('Quill Small')
    await expect(page.getByRole('button', { name: /^Model: / })).toHaveText('Quill Large')
    await ask(page, 'And then?')
    await expect(answers(page).last().locator('footer')).toContainText('Quill Large')
    const models = upstream.requests.flatMap(({ body }) =>
      body.includes('"stream":true') && !body.includes('Write a title') ? [JSON.parse(body).model] : [],
    )
    expect(models).toEqual(['quill-large', 'quill-small', 'quill-large'])
  },
)

wireTest(
  '[V2] the line below an answer is model, time and cost; tokens and buttons show on hover',
  async ({ page, server, upstream }) => {
    await answered(page, server.address, upstream, 'An answer.')
    await ask(page, 'And again?')
    const footer = answers(page).first().locator('footer')
    await expect(footer).toContainText('Quill Large')
    await page.mouse.move(5, 5)
    await composer(page).focus()
    const shown = (name: string) =>
      footer.getByRole('button', { name }).evaluate(button => {
        let opacity = 1
        for (let at: Element | null = button; at !== null; at = at.parentElement)
          opacity *= Number(getComputedStyle(at).opacity)
        return opacity
      })
    await expect.poll(() => shown('Answer again')).toBe(0)
    await answers(page).first().hover()
    await expect.poll(() => shown('Answer again')).toBe(1)
  },
)

const PARTS: readonly AssistantPart[] = [
  { kind: 'reasoning', text: 'Ferns, then.', signature: 'EqUCCqICAb4=' },
  { kind: 'text', text: 'I looked it up.' },
  { kind: 'provider-call', tool: 'web_search', input: 'where ferns grow', outcome: 'done' },
  {
    kind: 'provider-call',
    tool: 'web_fetch',
    input: '{"url":"https://example.org/moss"}',
    outcome: 'failed',
    because: 'url_not_accessible',
  },
  {
    kind: 'source',
    url: 'https://example.org/ferns',
    title: 'Ferns of the north',
    citedText: 'They like shade.',
    at: 15,
  },
  { kind: 'error', code: 'overloaded', message: 'the model is overloaded', status: 529, retryable: true },
]

seededTest.describe('an answer with every kind of part', () => {
  seededTest.use({
    seed: {
      lines: [
        { said: 'Where do ferns grow?' },
        { answered: 'Let me read.', calls: ['read_file'] },
        { results: ['In the shade.'] },
        { parts: PARTS },
      ],
    },
  })

  seededTest('[H3] shows each of them, and the raw export has them as they are stored', async ({ page, chatId }) => {
    await page.goto(`/chats/${chatId}`)
    const last = answers(page).last()
    await expect(last).toContainText('I looked it up.')
    await last.getByRole('button', { name: /Thought/ }).click()
    await expect(last).toContainText('Ferns, then.')
    await expect(last).toContainText('Web search: where ferns grow')
    await expect(last).toContainText('Web fetch failed (url not accessible): https://example.org/moss')
    const sources = last.getByRole('region', { name: 'Sources' })
    await expect(sources).toContainText('They like shade.')
    await expect(sources.getByRole('link', { name: 'Ferns of the north' })).toHaveAttribute(
      'href',
      'https://example.org/ferns',
    )
    await last.getByRole('button', { name: 'Source 1: Ferns of the north' }).click()
    await expect(page.getByRole('dialog').getByText('They like shade.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(last).toContainText('The model is overloaded')
    await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('read_file')
    const dump = await (await page.request.get(`/api/chats/${chatId}/dump`)).text()
    for (const part of PARTS) expect(dump).toContain(JSON.stringify(part))
  })
})

wireTest(
  '[V2] the bullets of a list and the line of a quote are on the side where their text begins',
  async ({ page, server, upstream }) => {
    const arabic = 'كم مرة يأتي المد؟'
    await answered(page, server.address, upstream, `- ${arabic}\n\n1. ${arabic}\n\n> ${arabic}\n\nThen:\n\n- twice`)
    const answer = answers(page).last()
    for (const element of ['ul', 'ol', 'blockquote']) {
      await expect(answer.locator(element).first()).toHaveCSS('direction', 'rtl')
    }
    await expect(answer.locator('ul').last()).toHaveCSS('direction', 'ltr')
  },
)
