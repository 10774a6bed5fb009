import type { Browser, Page } from '@playwright/test'
import type { Goal, Report } from '../harness/row.ts'
import type { FilledChat } from '../latency/fill-chats.ts'
import { framesDuring, middleOf, watchPage } from './measure-page.ts'

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
  const { browser, home, huge, long, pair, report } = chats
  await measureOpening(chats)
  await measureColdStart(chats)

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

/** In milliseconds, in rounds: 20,000 messages, 200 of them, and 5,000 in the plain page. */
interface Openings {
  readonly huge: number[]
  readonly small: number[]
  readonly plain: number[]
}

/** Opening a chat in a page that runs: ours by a click in its list, the plain page by the messages that it is given. */
async function measureOpening({ browser, home, peer, huge, pair, report }: LongChats): Promise<void> {
  const took: Openings = { huge: [], small: [], plain: [] }
  const page = await openPage(browser, `${home}/chats/${pair[0].chatId}`)
  const plain = await openPage(browser, `${peer}/peer?with=react-markdown&messages=20`)
  for (let round = 0; round < OPENINGS; round += 1) {
    took.huge.push(await opening(page, huge))
    took.small.push(await opening(page, pair[0]))
    took.plain.push(await openingPlain(plain, 5000))
    await openingPlain(plain, 20)
  }
  await page.context().close()
  await plain.context().close()
  reportOpenings('web: opening 20,000 messages', took, '<= 0.1', report)
}

/** From the navigation on, with an empty cache: loading and starting the page is most of it. */
async function measureColdStart({ browser, home, peer, huge, pair, report }: LongChats): Promise<void> {
  const took: Openings = { huge: [], small: [], plain: [] }
  for (let round = 0; round < OPENINGS; round += 1) {
    took.huge.push(await openingOf(browser, `${home}/chats/${huge.chatId}`))
    took.small.push(await openingOf(browser, `${home}/chats/${pair[0].chatId}`))
    took.plain.push(await openingOf(browser, `${peer}/peer?with=react-markdown&messages=5000`))
  }
  reportOpenings('web: cold start at 20,000 messages', took, null, report)
}

function reportOpenings(name: string, took: Openings, plainGoal: Goal | null, report: Report): void {
  const [ours, small, plain] = [middleOf(took.huge), middleOf(took.small), middleOf(took.plain)]
  const row = { unit: 'ms', ours }
  report({ ...row, name: `${name}, against 200`, peer: small, peerName: '200', goal: '<= 1.1' })
  report({
    ...row,
    name: `${name}, against a plain page with 5,000`,
    peer: plain,
    peerName: 'react-markdown',
    goal: plainGoal,
  })
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
  for (let time = 1; time <= SWITCHES; time += 1) took.push(await opening(page, pair[time % 2] ?? pair[0]))
  return middleOf(took)
}

/** From the click in the list until the last message is drawn. */
async function opening(page: Page, { chatId, path }: FilledChat): Promise<number> {
  const started = page.evaluate(
    () =>
      new Promise<number>(resolve =>
        addEventListener('click', event => resolve(event.timeStamp), { capture: true, once: true }),
      ),
  )
  await page.locator(`a[href$="${chatId}"]`).first().click()
  return (await drawnAt(page, `[data-message="${path.at(-1)}"]`)) - (await started)
}

/** From the event that gives the plain page its messages until the last of them is drawn. */
async function openingPlain(page: Page, messages: number): Promise<number> {
  const started = await page.evaluate(count => {
    const now = performance.now()
    dispatchEvent(new CustomEvent('open', { detail: count }))
    return now
  }, messages)
  // The row behind them is for what streams in.
  return (await drawnAt(page, `#list > :nth-child(${messages + 1})`)) - started
}

/** When the first frame with such an element has been laid out and drawn, by the clock of the page. */
function drawnAt(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    wanted =>
      new Promise<number>(resolve => {
        const look = () => {
          if (document.querySelector(wanted) === null) {
            requestAnimationFrame(look)
            return
          }
          // Arrives after the frame in which it was posted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }),
    selector,
  )
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
