import type { Browser, Page } from '@playwright/test'
import type { ChatId } from '@stet/api/client'
import type { Goal, Report } from '../harness/row.ts'
import { type Frames, framesDuring, middleOf, type PageWork, until, watchPage, workDuring } from './measure-page.ts'
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
const FRAME_ROUNDS = 3

/** An answer that streams into the page, and the same bytes into the pages it is compared with. */
export async function measureStreaming({ browser, home, peer, chats, report }: Pages): Promise<void> {
  const left = [...chats]
  const open = (name: PeerName | 'ours') =>
    openPage(browser, name === 'ours' ? `${home}/chats/${left.pop()}` : `${peer}/peer?with=${name}`)
  for (const answer of ['tokens', 'markdown'] as const) {
    const work = new Map<string, PageWork[]>()
    const frames = new Map<string, Frames[]>()
    for (let round = 0; round < ROUNDS + FRAME_ROUNDS; round += 1) {
      for (const name of ['ours', ...PEERS] as const) {
        const page = await open(name)
        const stream = name === 'ours' ? await askOurs(page, answer) : await askPeer(page, answer)
        const whole = async () => {
          await stream.begin()
          await stream.end()
        }
        // In the last rounds frames are counted, which would cost what the others measure. They begin with the first text: peers send no message.
        if (round < ROUNDS) work.set(name, [...(work.get(name) ?? []), await workDuring(page, whole)])
        else {
          await stream.begin()
          frames.set(name, [...(frames.get(name) ?? []), await framesDuring(page, stream.end)])
        }
        await page.context().close()
      }
    }
    reportStreaming(answer, work, frames, report)
  }
}

function reportStreaming(
  answer: AnswerName,
  work: ReadonlyMap<string, readonly PageWork[]>,
  frames: ReadonlyMap<string, readonly Frames[]>,
  report: Report,
): void {
  const figure = (what: string) => `web: ${NAMES[answer]}, ${what}`
  const median = (name: string, key: keyof PageWork) => middleOf((work.get(name) ?? []).map(each => each[key]))
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
  const late = (name: string) => middleOf((frames.get(name) ?? []).map(each => each.late))
  const theirs = late('streamdown')
  report({ name: figure('frames over 25 ms, streamdown'), unit: '%', ours: theirs, ...alone, goal: null })
  report({ name: figure('frames over 25 ms'), unit: '%', ours: late('ours'), ...alone, goal: `<= ${theirs}` })
}

interface Stream {
  /** Resolves when the first text is on the page. */
  begin(): Promise<void>
  end(): Promise<void>
}

async function askOurs(page: Page, answer: AnswerName): Promise<Stream> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill(`answer ${answer}`)
  return {
    async begin() {
      await composer.press('Enter')
      await page.locator('article p').filter({ hasText: 'tide' }).first().waitFor()
    },
    end: () => until(page, 'article[aria-label=Answer]'),
  }
}

async function askPeer(page: Page, answer: AnswerName): Promise<Stream> {
  await page.locator('[data-state=idle]').waitFor()
  return {
    async begin() {
      await page.evaluate(detail => dispatchEvent(new CustomEvent('ask', { detail })), answer)
      await page.locator('#list p').filter({ hasText: 'tide' }).first().waitFor()
    },
    end: () => until(page, '[data-state=done]'),
  }
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await watchPage(page)
  await page.goto(address)
  return page
}
