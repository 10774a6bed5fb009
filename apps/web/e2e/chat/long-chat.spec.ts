import type { Locator, Page } from '@playwright/test'
import { seededTest } from '../setup/inspector-page.ts'
import { answerEnded, answers, composer, expect, startChat, test, textOf } from '../setup/stet.ts'

const EXCHANGES = 60

seededTest.describe('a long chat', () => {
  const list = Array.from(
    { length: 9 },
    (_, at) => `- Point ${at}, which is a sentence long enough to be wrapped on a phone`,
  )
  const lines = Array.from({ length: EXCHANGES }, (_, number) => [
    { said: `Turn ${number}: lists` },
    { answered: `Lists of every kind.\n\n${list.slice(number % 5).join('\n')}\n\nThat is all of turn ${number}.` },
  ]).flat()
  seededTest.use({ seed: { lines }, viewport: { width: 1440, height: 900 } })

  seededTest(
    '[V3] [FU-3] keeps little in the document, loads what is above, and never jumps',
    async ({ page, chatId }) => {
      const above: string[] = []
      page.on('request', request => request.url().includes('/messages?before=') && above.push(request.url()))
      await page.goto(`/chats/${chatId}`)
      await expect(turn(page, EXCHANGES - 1)).toBeInViewport()
      // It opens at its end: what is above is not asked for before someone goes there.
      expect(above).toEqual([])
      await expect(turn(page, 0)).toHaveCount(0)
      const jumps: number[] = []
      for (let step = 0; step < 300; step += 1) {
        const { jump, atStart } = await scrollUp(page)
        jumps.push(Math.abs(jump))
        expect(await page.getByRole('article').count()).toBeLessThan(25)
        if (atStart) break
      }
      await expect(turn(page, 0)).toBeVisible()
      expect(jumps.filter(jump => jump > 2)).toEqual([])
      await page.getByRole('button', { name: 'Jump to end' }).click()
      await expect(turn(page, EXCHANGES - 1)).toBeInViewport()
    },
  )
})

/** Scrolls up a little and says by how much what was on the screen moved otherwise than it should. */
function scrollUp(page: Page): Promise<{ jump: number; atStart: boolean }> {
  return page.evaluate(async () => {
    const scroller = document.querySelector<HTMLElement>('section[aria-label="Conversation"]')
    if (!scroller) throw new Error('there is no conversation')
    const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2
    const shown = [...scroller.querySelectorAll('article')].find(row => row.getBoundingClientRect().bottom > middle)
    if (!shown) throw new Error('there is nothing on the screen')
    const step = Math.min(400, scroller.scrollTop)
    const before = shown.getBoundingClientRect().top
    scroller.scrollTop -= step
    for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame)
    const jump = shown.getBoundingClientRect().top - before - step
    await new Promise(resolve => setTimeout(resolve, 30))
    const more = scroller.textContent?.includes('earlier messages') ?? false
    return { jump, atStart: scroller.scrollTop === 0 && !more }
  })
}

test.describe('while an answer streams', () => {
  test.use({ pace: 1 })

  test('[V3] reading further up is not disturbed by what streams in below', async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 500 })
    await startChat(page, 'long answer')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect.poll(() => conversation.evaluate(part => part.scrollTop)).toBeGreaterThan(250)
    await conversation.hover()
    await page.mouse.wheel(0, -200)
    await expect(page.getByRole('button', { name: 'New text below' })).toBeVisible()
    const place = await conversation.evaluate(part => part.scrollTop)
    const length = (await textOf(answers(page))).length
    await expect.poll(async () => (await textOf(answers(page))).length).toBeGreaterThan(length + 200)
    expect(await conversation.evaluate(part => part.scrollTop)).toBe(place)
    await page.getByRole('button', { name: 'New text below' }).click()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(40)
    await page.keyboard.press('Escape')
    await answerEnded(page)
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
  })

  test('[V3] the end is still followed after the composer grew and shrank again', async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 500 })
    await startChat(page, 'long answer')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect.poll(() => conversation.evaluate(part => part.scrollTop)).toBeGreaterThan(250)
    const tall = await conversation.evaluate(part => part.clientHeight)
    await composer(page).fill('one\ntwo\nthree\nfour\nfive\nsix')
    await expect.poll(() => conversation.evaluate(part => part.clientHeight)).toBeLessThan(tall - 40)
    await composer(page).fill('')
    await expect.poll(() => conversation.evaluate(part => part.clientHeight)).toBe(tall)
    const length = (await textOf(answers(page))).length
    await expect.poll(async () => (await textOf(answers(page))).length).toBeGreaterThan(length + 200)
    await expect(page.getByRole('button', { name: 'New text below' })).toHaveCount(0)
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
  })
})

test('[V3] a reader who returns to the start of an answer stays there', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 })
  await startChat(page, 'markdown')
  await answerEnded(page)
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await conversation.evaluate(part => part.scrollTo({ top: 0 }))
  await expect(page.getByRole('button', { name: 'Jump to end' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' })).toBeInViewport()
})

test('[V3] the end stays in sight when much appears at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await startChat(page, 'Think before you answer')
  await answerEnded(page)
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
  await page.getByRole('textbox').fill('error mid-stream')
  await page.keyboard.press('Enter')
  await answerEnded(page)
  await expect(page.getByText('the connection was lost in the middle of the answer')).toBeInViewport()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
  await expect(page.getByRole('button', { name: 'Jump to end' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('the connection was lost in the middle of the answer')).toBeInViewport()
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2)
})

test('[V2] what is opened by hand stays under the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 })
  await startChat(page, 'think')
  await answerEnded(page)
  // The title's line comes after the answer and moves what is followed.
  await expect(page.getByText('Title:')).toBeInViewport()
  const fold = page.getByRole('button', { name: 'Thought' })
  const before = await fold.boundingBox()
  await fold.click()
  await expect(page.getByText('A riddle, then')).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect((await fold.boundingBox())?.y).toBe(before?.y)
})

function turn(page: Page, number: number): Locator {
  return page.getByRole('article', { name: 'You' }).filter({ hasText: `Turn ${number}:` })
}

function distanceFromEnd(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: 'Conversation' })
    .evaluate(part => part.scrollHeight - part.clientHeight - part.scrollTop)
}
