import type { Browser, Page } from '@playwright/test'
import type { ChatId } from '@stet/api/client'
import type { Goal, Report } from '../harness/row.ts'
import { type Frames, framesDuring, type PageWork, until, watchPage, workDuring } from './measure-page.ts'
import type { AnswerName } from './texts.ts'

export interface Pages {
  readonly browser: Browser
  readonly home: string
  readonly peer: string
  readonly chats: readonly ChatId[]
  readonly report: Report
}

const PEERS = ['react-markdown', 'streamdown'] as const
type PeerName = (typeof PEERS)[number]
const NAMES: Readonly<Record<AnswerName, string>> = { tokens: '1,000 tokens', markdown: '32 kB of Markdown' }
/** Each is measured as often, in turns, and the median is reported. */
const ROUNDS = 3

/** An answer that streams into the page, and the same bytes into the pages it is compared with. */
export async function measureStreaming({ browser, home, peer, chats, report }: Pages): Promise<void> {
  const left = [...chats]
  const open = (name: PeerName | 'ours') =>
    openPage(browser, name === 'ours' ? `${home}/chats/${left.pop()}` : `${peer}/peer?with=${name}`)
  for (const answer of ['tokens', 'markdown'] as const) {
    const work = new Map<string, PageWork[]>()
    const frames = new Map<string, Frames>()
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['ours', ...PEERS] as const) {
        const page = await open(name)
        const stream = name === 'ours' ? await askOurs(page, answer) : await askPeer(page, answer)
        // In the last round frames are counted, which would cost what the others measure.
        if (round === ROUNDS) frames.set(name, await framesDuring(page, stream))
        else work.set(name, [...(work.get(name) ?? []), await workDuring(page, stream)])
        await page.context().close()
      }
    }
    reportStreaming(answer, work, frames, report)
  }
}

function reportStreaming(
  answer: AnswerName,
  work: ReadonlyMap<string, readonly PageWork[]>,
  frames: ReadonlyMap<string, Frames>,
  report: Report,
): void {
  const figure = (what: string) => `web: ${NAMES[answer]}, ${what}`
  const median = (name: string, key: keyof PageWork) => {
    const sorted = (work.get(name) ?? []).map(each => each[key]).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  const alone = { peer: null, peerName: null }
  const against = (key: keyof PageWork, peerName: PeerName, goal: Goal | null) => ({
    ours: median('ours', key),
    peer: median(peerName, key),
    peerName,
    goal,
  })
  const [cpu, goal]: [number, Goal] = [median('ours', 'cpuMs'), answer === 'tokens' ? '<= 1200' : '<= 3000']
  report({ name: figure('CPU'), unit: 'ms', ours: cpu, ...alone, goal })
  report({ name: figure('CPU against streamdown'), unit: 'ms', ...against('cpuMs', 'streamdown', '<= 0.5') })
  report({ name: figure('CPU against react-markdown'), unit: 'ms', ...against('cpuMs', 'react-markdown', null) })
  report({ name: figure('layouts'), unit: '', ...against('layouts', 'streamdown', null) })
  report({ name: figure('longest task'), unit: 'ms', ours: median('ours', 'longestTaskMs'), ...alone, goal: '<= 50' })
  const late = (name: string) => frames.get(name)?.late ?? 0
  report({
    name: figure('frames over 25 ms'),
    unit: '%',
    ours: late('ours'),
    peer: late('streamdown'),
    peerName: 'streamdown',
    goal: '<= 1',
  })
}

async function askOurs(page: Page, answer: AnswerName): Promise<() => Promise<void>> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill(`answer ${answer}`)
  return async () => {
    await composer.press('Enter')
    await until(page, 'article[aria-label=Answer]')
  }
}

async function askPeer(page: Page, answer: AnswerName): Promise<() => Promise<void>> {
  await page.locator('[data-state=idle]').waitFor()
  return async () => {
    await page.evaluate(detail => dispatchEvent(new CustomEvent('ask', { detail })), answer)
    await until(page, '[data-state=done]')
  }
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await watchPage(page)
  await page.goto(address)
  return page
}
