import type { Page } from '@playwright/test'
import { answerWith } from '../setup/answer-with.ts'
import { answerEnded, answers, expect, send, startChat, test } from '../setup/stet.ts'

const hostile = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"><image href="https://evil.test/a.png"/><use href="https://evil.test/b.svg#x"/></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<video poster="https://evil.test/p.png"><source srcset="https://evil.test/s.png"></video>',
  '<style>body{background:url(https://evil.test/c.png)}</style><link rel=stylesheet href=https://evil.test/x.css>',
  '<details open ontoggle=window.ran=1><summary>x</summary></details>',
  '![inline](https://evil.test/inline.png) ![ref][pic]',
  '[pic]: https://evil.test/ref.png',
  '[a](javascript:window.ran=1) [b](JaVaScRiPt:window.ran=1) [c](java&#x0A;script:window.ran=1) [d](data:text/html,<script>window.ran=1</script>)',
  '[e](vbscript:x) <javascript:window.ran=1> [f](  javascript:window.ran=1) [g](&#106;avascript:window.ran=1)',
  '$\\href{javascript:window.ran=1}{x^2}$ $\\includegraphics{https://evil.test/m.png}$ $\\htmlStyle{background:url(https://evil.test/k.png)}{x^2}$',
  '$$\\def\\x{\\x\\x}\\x$$',
  '```html\n<img src="https://evil.test/code.png" onerror="window.ran=1">\n```',
  '| <img src=x onerror=window.ran=1> | ![t](https://evil.test/t.png) |\n|---|---|\n| `<script>` | <b onclick=window.ran=1>x</b> |',
  '\u001b[31mred\u001b[0m \u202Egnp.exe\u202C Z\u0351\u036B\u0343a\u034F',
].join('\n\n')

async function watchForHarm(page: Page, origin: string): Promise<() => Promise<unknown>> {
  const foreign: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol.startsWith('http')) foreign.push(request.url())
  })
  page.on('dialog', dialog => {
    foreign.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return async () => ({ foreign, ran: await page.evaluate(() => 'ran' in window) })
}

test('[Z-5] [FU-1] [FP-17] a hostile message runs nothing and asks nobody', async ({ page, server }) => {
  const harm = await watchForHarm(page, server.address)
  await startChat(page, hostile)
  await answerEnded(page)
  await expect(page.getByRole('article', { name: 'You' })).toContainText('<script>window.ran = 1</script>')
  await answerWith(page, message => ({ ...message, parts: [{ kind: 'text', text: hostile }] }))
  await expect(answers(page)).toContainText('<script>window.ran = 1</script>')
  await expect(answers(page)).toContainText('image from evil.test')
  await expect(page.locator('.katex').first()).toBeVisible()
  for (const link of await answers(page).getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(?:https?|mailto):/)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  }
  await expect(answers(page).locator('img, iframe, script, video, object, embed, style, link')).toHaveCount(0)
  expect(await harm()).toEqual({ foreign: [], ran: false })
})

test('[FU-1] a hostile title, tool and error are words', async ({ page, server }) => {
  const harm = await watchForHarm(page, server.address)
  const words = '<img src=x onerror=window.ran=1> [x](javascript:window.ran=1)'
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await page.getByRole('heading', { level: 1 }).dblclick()
  await page.getByRole('textbox', { name: 'Chat name' }).fill(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  await answerWith(page, message => ({
    ...message,
    end: 'failed',
    origin: { definition: words, protocol: words, model: words },
    parts: [
      { kind: 'reasoning', text: words, signature: null },
      { kind: 'tool-call', callId: 'call_a', tool: words, input: words, providerCallId: null },
      { kind: 'source', url: 'javascript:window.ran=1', title: words, citedText: null },
      { kind: 'error', code: words, message: words, status: 418, retryable: false },
    ],
  }))
  const folded = answers(page).locator('button[aria-controls][aria-expanded="false"]')
  await expect(folded).toHaveCount(2)
  await folded.first().click()
  await folded.first().click()
  await expect(folded).toHaveCount(0)
  await expect(answers(page).getByText(words).first()).toBeVisible()
  await expect(answers(page).getByRole('link')).toHaveCount(0)
  await expect(answers(page).locator('img')).toHaveCount(0)
  expect(await harm()).toEqual({ foreign: [], ran: false })
})

test('[FU-9] [V6] a message that cannot be drawn shows its text, the rest works, and its error names the line of the source', async ({
  page,
}) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await answerWith(page, message => {
    const broken = { kind: 'error', code: 'x', message: null, status: null, retryable: false }
    return { ...message, parts: [{ kind: 'text', text: 'Still **here**' }, broken as never] }
  })
  await expect(answers(page)).toContainText('Could not display this message')
  await expect(answers(page)).toContainText('Still **here**')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('What is Stet?')
  await page.getByRole('button', { name: /\d+ errors?/ }).click()
  const errors = page.getByRole('dialog', { name: 'Errors' })
  await expect(errors.getByLabel('Stack')).toContainText(/at (?:apps\/web\/)?src\/formats\/sentence\.ts:\d+:\d+/)
  await expect(errors.getByLabel('Stack')).toContainText('const trimmed = text.trim()')
  await errors.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(page.getByRole('button', { name: /\d+ errors?/ })).toHaveCount(0)
})

const huge = {
  'a megabyte of paragraphs': 'Lorem ipsum *dolor* sit `amet`, consectetur.\n\n'.repeat(21_000),
  'a line without spaces': 'a'.repeat(500_000),
  'a table of ten thousand rows': `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(10_000)}`,
  'five thousand fences': '```js\nlet x = 1\n```\n\n'.repeat(5_000),
  'nested quotations': `${'>'.repeat(300_000)} end`,
  'nested lists': `${'* '.repeat(150_000)}end`,
  'nested brackets': '['.repeat(300_000),
} as const

for (const [name, text] of Object.entries(huge)) {
  test(`[FU-2] ${name} leaves the page usable`, async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await answerWith(page, message => ({ ...message, parts: [{ kind: 'text', text }] }))
    await expect(answers(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: /Show more/ })).toBeVisible()
    const elements = await answers(page).evaluate(answer => answer.querySelectorAll('*').length)
    expect(elements).toBeLessThan(12_000)
    const length = () => answers(page).evaluate(answer => answer.textContent?.length ?? 0)
    const before = await length()
    await page.getByRole('button', { name: /Show more/ }).click()
    await expect.poll(length).toBeGreaterThan(before)
    await send(page, 'still alive')
  })
}
