import { violations } from '../setup/axe.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, expect, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``
const tides = fence('graph TD\n  A[High water] --> B[Low water]\n  B --> C{Storm?}\n  C -->|yes| A')
const hostile = fence(
  [
    '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%',
    'graph TD',
    '  A["<img src=x onerror=parent.ran=1><script>parent.ran=1</script>Wall"] --> B',
    '  click A href "javascript:parent.ran=1"',
    '  click B call parent.alert(1)',
  ].join('\n'),
)
const broken = fence('graph TD\n  A --> --> B')
// Without spaces: each word is streamed by itself.
const huge = fence(`graph TD\n${Array.from({ length: 3_000 }, (_, n) => `A${n}-->A${n + 1}`).join('\n')}`)

wireTest(
  '[V2] a diagram is drawn in its sandbox once the answer has ended, with zoom and source; what cannot be drawn, and what never answers, is source',
  async ({ page, server, upstream }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    const gate = closedGate()
    upstream.reply(says(purpose => (purpose === 'title' ? { text: 'Tides' } : { text: `${tides} \n\nDone.`, gate })))
    await addProvider(server.address, upstream)
    await startChat(page, 'Draw the tides')
    await expect(answers(page).locator('.code-block')).toContainText('graph')
    expect(await page.locator('iframe').count()).toBe(0)
    gate.open()
    await answerEnded(page)

    const diagram = page.frameLocator('iframe')
    await expect(diagram.locator('svg')).toContainText('High water')
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts')
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    await expect(zoomIn).toBeVisible()
    const width = async () => (await page.locator('iframe').boundingBox())?.width ?? 0
    const before = await width()
    await zoomIn.click()
    await expect.poll(width).toBeGreaterThan(before * 1.3)
    const nodeColour = () =>
      diagram
        .locator('.node rect')
        .first()
        .evaluate(node => getComputedStyle(node).fill)
    const light = await nodeColour()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(nodeColour).not.toBe(light)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show source' }).click()
    await expect(answers(page).locator('pre')).toContainText('High water')
    await page.getByRole('button', { name: 'Show diagram' }).click()
    await expect(answers(page).locator('pre')).toHaveCount(0)

    upstream.reply(says(purpose => ({ text: purpose === 'title' ? 'Tides' : `${huge}\n\n${hostile}\n\n${broken}` })))
    await ask(page, 'And now')
    const last = answers(page).last()
    await expect(last.getByText(/^Could not draw this diagram: /)).toBeVisible()
    await expect(last.getByText('This diagram is too long to draw.')).toBeVisible()
    await expect(last.frameLocator('iframe').locator('svg')).toContainText('Wall')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(asked.filter(url => !url.startsWith(server.address))).toEqual([])

    const silent =
      '<p>Ready</p><script>onmessage=()=>{document.body.append("Asked")};parent.postMessage({kind:"ready"},"*")</script>'
    await page.route('**/diagram/*.html', route => route.fulfill({ contentType: 'text/html', body: silent }))
    await page.clock.install()
    await last.getByRole('button', { name: 'Draw again' }).click()
    await expect(last.frameLocator('iframe').last().getByText('Asked')).toBeAttached()
    const frames = await last.locator('iframe').count()
    await page.clock.runFor(5_000)
    await expect(last.getByText('This diagram takes too long to draw.')).toBeVisible()
    await expect(last.locator('iframe')).toHaveCount(frames - 1)
  },
)
