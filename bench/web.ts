import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { runVisibly } from '../scripts/run-command.ts'
import { findChromium } from '../scripts/testing/find-chromium.ts'
import type { Bench } from './harness/row.ts'
import { startChild } from './harness/start-child.ts'
import { fillChats } from './latency/fill-chats.ts'
import { addChats, prepareHome } from './runs/prepare-home.ts'
import { startHome } from './runs/start-server.ts'
import { measureLongChats } from './web/long-chat.ts'
import { measureStreaming } from './web/streaming.ts'
import { WORDS } from './web/texts.ts'

const UPSTREAM = join(import.meta.dirname, 'web/upstream.ts')
const ROOT = join(import.meta.dirname, '..')
/** In the sidebar: what is there must cost nothing while an answer streams in. */
const LISTED = 50

/** What the page costs a browser, against a page without virtualisation and against streamdown. */
const bench: Bench = async report => {
  const built = await runVisibly(process.execPath, [join(ROOT, 'scripts/build-web.ts')], ROOT)
  if (built !== 0) throw new Error('the page did not build')
  const folder = await mkdtemp(join(tmpdir(), 'stet-web-'))
  const upstream = await startChild(UPSTREAM)
  const browser = await openBrowser()
  try {
    const empty = await startHome(folder)
    await prepareHome(empty.address, `${upstream.hello}/v1`)
    const [huge, long, one, other, ...rest] = await addChats(empty.address, LISTED)
    await empty.stop()
    if (!(huge && long && one && other)) throw new Error('too few chats were made')
    const plan = { name: 'long', chats: 4, messages: [20_000, 2_000, 200, 200], words: WORDS, window: 200_000 }
    const [first, second, third, fourth] = await fillChats(folder, [huge, long, one, other], plan)
    if (!(first && second && third && fourth)) throw new Error('too few chats were filled')
    const filled = { huge: first, long: second, pair: [third, fourth] as const }
    const home = await startHome(folder)
    try {
      await measureLongChats({ browser, home: home.address, peer: upstream.hello, ...filled, report })
      await measureStreaming({ browser, home: home.address, peer: upstream.hello, chats: rest, report })
    } finally {
      await home.stop()
    }
  } finally {
    await browser.close()
    await upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export default bench

function openBrowser(): Promise<Browser> {
  const executablePath = findChromium({ env: process.env, platform: process.platform, exists: existsSync })
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    args: ['--disable-gpu', '--disable-background-networking', ...asRoot],
    ...(executablePath === null ? {} : { executablePath }),
  })
}
