import type { Browser, Page } from '@playwright/test'
import type { Report } from '../harness/row.ts'
import type { FilledChat } from '../latency/fill-chats.ts'
import { framesDuring, watchPage } from './measure-page.ts'

export interface LongChats {
  readonly browser: Browser
  readonly home: string
  readonly peer: string
  /** Of 20,000 messages, of 2,000, and two of some hundred. */
  readonly huge: FilledChat
  readonly long: FilledChat
  readonly pair: readonly [FilledChat, FilledChat]
  readonly report: Report
}

const OPENINGS = 5
const SWITCHES = 20
const KEYS = 120
const ALONE = { peer: null, peerName: null }

/** What a user waits for in long chats: opening one, its first message, another chat, a typed letter, a turn of the wheel. */
export async function measureLongChats(chats: LongChats): Promise<void> {
  const { browser, home, peer, huge, long, pair, report } = chats
  const ours = await median(OPENINGS, () => openingOf(browser, `${home}/chats/${huge.chatId}`))
  const theirs = await median(3, () => openingOf(browser, `${peer}/peer?with=react-markdown&messages=5000`))
  report({
    name: 'web: opening 20,000 messages, against a plain page with 5,000',
    unit: 'ms',
    ours,
    peer: theirs,
    peerName: 'react-markdown',
    goal: '<= 0.1',
  })
  const few = await median(OPENINGS, () => openingOf(browser, `${home}/chats/${pair[0].chatId}`))
  report({
    name: 'web: opening 20,000 messages, against 200',
    unit: 'ms',
    ours,
    peer: few,
    peerName: '200',
    goal: null,
  })

  const first = await median(OPENINGS, () => toTheFirst(browser, `${home}/chats/${long.chatId}`, long.path[0] ?? ''))
  report({ name: 'web: to the first of 2,000 messages', unit: 'ms', ours: first, ...ALONE, goal: '<= 300' })

  const page = await openPage(browser, `${home}/chats/${pair[0].chatId}`)
  report({ name: 'web: switching chats', unit: 'ms', ours: await switching(page, pair), ...ALONE, goal: '<= 100' })
  await page.context().close()

  const writing = await openPage(browser, `${home}/chats/${long.chatId}`)
  report({
    name: 'web: a letter while 32 kB stream into 2,000 messages, p95',
    unit: 'ms',
    ours: await typing(writing),
    ...ALONE,
    goal: '<= 32',
  })
  await writing.context().close()

  const scrolled = await openPage(browser, `${home}/chats/${huge.chatId}`)
  const { late, blank } = await framesDuring(scrolled, () => scrolling(scrolled))
  report({ name: 'web: scrolling, frames over 25 ms', unit: '%', ours: late, ...ALONE, goal: '<= 5' })
  report({ name: 'web: scrolling, blank frames', unit: '%', ours: blank, ...ALONE, goal: '<= 0' })
  await scrolled.context().close()
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await watchPage(page)
  await page.goto(address)
  await messageInSight(page)
  return page
}

/** From the navigation to a message in the middle of the page. */
async function openingOf(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  const at = await messageInSight(page)
  await context.close()
  return at
}

/** Since the navigation began, by the clock of the page. */
async function messageInSight(page: Page): Promise<number> {
  const seen = await page.waitForFunction(() => {
    const row = document.elementFromPoint(innerWidth / 2, innerHeight / 3)?.closest('[data-index]')
    return row === null || row === undefined ? null : performance.now()
  })
  return Number(await seen.jsonValue())
}

async function toTheFirst(browser: Browser, address: string, firstId: string): Promise<number> {
  const page = await openPage(browser, address)
  await page.getByRole('region', { name: 'Conversation' }).focus()
  const took = await page.evaluateHandle(() => ({ start: 0 }))
  await took.evaluate(clock => {
    addEventListener('keydown', ({ timeStamp }) => Object.assign(clock, { start: timeStamp }), {
      capture: true,
      once: true,
    })
  })
  await page.keyboard.press('Home')
  const shown = await page.waitForFunction(id => {
    const box = document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect()
    return box !== undefined && box.top >= 0 && box.top < innerHeight ? performance.now() : null
  }, firstId)
  const start = await took.evaluate(clock => clock.start)
  const end = Number(await shown.jsonValue())
  await page.context().close()
  return end - start
}

async function switching(page: Page, pair: LongChats['pair']): Promise<number> {
  const took: number[] = []
  for (let time = 1; time <= SWITCHES; time += 1) {
    const to = pair[time % 2] ?? pair[0]
    const last = to.path.at(-1) ?? ''
    const started = page.evaluate(
      () =>
        new Promise<number>(resolve =>
          addEventListener('click', event => resolve(event.timeStamp), { capture: true, once: true }),
        ),
    )
    await page.locator(`a[href$="${to.chatId}"]`).first().click()
    const shown = await page.waitForFunction(
      id => (document.querySelector(`[data-message="${id}"]`) === null ? null : performance.now()),
      last,
    )
    took.push(Number(await shown.jsonValue()) - (await started))
  }
  return middleOf(took)
}

async function typing(page: Page): Promise<number> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill('answer markdown')
  await composer.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.evaluate(() => {
    window.bench.keys = []
  })
  await composer.pressSequentially('The tide comes in twice a day. '.repeat(4).slice(0, KEYS), { delay: 50 })
  const keys = await page.evaluate(() => window.bench.keys)
  const sorted = keys.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
}

async function scrolling(page: Page): Promise<void> {
  await page.mouse.move(700, 400)
  for (let turn = 0; turn < 100; turn += 1) await page.mouse.wheel(0, -240)
}

async function median(rounds: number, measure: () => Promise<number>): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round < rounds; round += 1) figures.push(await measure())
  return middleOf(figures)
}

function middleOf(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}
