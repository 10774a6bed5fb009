import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatId, RequestId } from '@stet/history'
import type { Bench, Report } from './harness/row.ts'
import { startChild } from './harness/start-child.ts'
import { fillYear, sumsBySql } from './insight/fill-year.ts'
import { sendAndWait } from './latency/actions.ts'
import { fillChats, type HomePlan } from './latency/fill-chats.ts'
import { addChats, prepareHome } from './runs/prepare-home.ts'
import { type MeasuredServer, startHome } from './runs/start-server.ts'
import { compare } from './store/compare.ts'

const UPSTREAM = join(import.meta.dirname, 'latency/upstream.ts')
const PAUSE_GOAL = '<= 50'
const ANSWER_GOAL = '<= 300'
const ROUNDS = 15

/** What looking at the context and the money costs: others' streams, the size of answers, and against bare SQL. */
const bench: Bench = async report => {
  await inHome(measureYear, report)
  await inHome(measureInspection, report)
  await inHome(measureDifference, report)
}

export default bench

async function inHome(measure: (folder: string, report: Report) => Promise<void>, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-insight-'))
  try {
    await measure(folder, report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const alone = { peer: null, peerName: null }

/** The usage page over a year of 1,000 requests a day. */
async function measureYear(folder: string, report: Report): Promise<void> {
  const bare = await fillYear(folder)
  const server = await startHome(folder)
  try {
    const url = `${server.address}/api/usage/report?from=2026-01-01&through=2026-12-31`
    let bytes = 0
    await server.begin()
    const { ours, peer } = await compare(
      ROUNDS,
      async () => {
        bytes = (await bytesOf(await fetch(url, { headers: { connection: 'close' } }))).byteLength
      },
      () => void sumsBySql(bare),
    )
    const { pauseMs, pauseCpuMs } = await server.spent()
    const name = 'insight: usage of a year of 1,000 requests a day'
    report({ name: `${name}, time against bare SQL`, unit: 'ms', ours, peer, peerName: 'bare SQL', goal: '<= 2' })
    report({ name: `${name}, time`, unit: 'ms', ours, ...alone, goal: '<= 1000' })
    report({ name: `${name}, pause`, unit: 'ms', ours: pauseMs, ...alone, goal: PAUSE_GOAL })
    report({ name: `${name}, pause, CPU`, unit: 'ms', ours: pauseCpuMs, ...alone, goal: PAUSE_GOAL })
    report({ name: `${name}, answer`, unit: 'kB', ours: bytes / 1000, ...alone, goal: ANSWER_GOAL })
  } finally {
    await server.stop()
    bare.close()
  }
}

/** A chat of 20,000 messages: its next request, and what other choices change in it and in the ten that follow. */
async function measureInspection(folder: string, report: Report): Promise<void> {
  const plan = { name: 'a chat of 20,000 messages', chats: 1, messages: 20_000, words: 12 }
  await withFilled(folder, plan, async (server, chatId) => {
    const asked = { context: null, text: 'And then?' }
    const forget = { toolMemory: { mode: 'forget', afterConclusions: 0 } }
    const looks = [
      ['inspect', 'inspection', asked],
      ['what-if of a setting', 'inspection', { ...asked, context: forget }],
      ['what-if of a prompt', 'inspection', { ...asked, tried: { systemPrompt: 'You build harbours.' } }],
      ['bytes of the next request', 'next-request', asked],
    ] as const
    for (const [look, path, input] of looks) {
      const ask = () => post(`${server.address}/api/chats/${chatId}/${path}`, input)
      // The first look reads the chat from the disk.
      for (const when of ['first', 'again']) {
        await server.begin()
        const { byteLength } = await ask()
        const { pauseMs, pauseCpuMs } = await server.spent()
        const name = `insight: ${plan.name}, ${look}, ${when}`
        report({ name: `${name}, pause`, unit: 'ms', ours: pauseMs, ...alone, goal: PAUSE_GOAL })
        report({ name: `${name}, pause, CPU`, unit: 'ms', ours: pauseCpuMs, ...alone, goal: PAUSE_GOAL })
        report({ name: `${name}, answer`, unit: 'kB', ours: byteLength / 1000, ...alone, goal: ANSWER_GOAL })
      }
    }
  })
}

/** Two requests of some 200,000 tokens that follow each other. */
async function measureDifference(folder: string, report: Report): Promise<void> {
  const plan = {
    name: 'requests of 200,000 tokens',
    chats: 1,
    messages: 6000,
    words: 26,
    window: 400_000,
    withoutLedger: true,
  }
  await withFilled(folder, plan, async (server, chatId, last) => {
    const { answerId } = await sendAndWait(server.address, chatId, last)
    await sendAndWait(server.address, chatId, answerId)
    const page = await bytesOf(await fetch(`${server.address}/api/chats/${chatId}/requests?limit=2`))
    const { requests }: { requests: readonly { id: RequestId }[] } = JSON.parse(new TextDecoder().decode(page))
    const [to, from] = requests
    if (to === undefined || from === undefined) throw new Error('two requests are missing')
    const url = `${server.address}/api/requests/${to.id}/difference?from=${from.id}`
    const times: number[] = []
    await server.begin()
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      await bytesOf(await fetch(url))
      times.push(performance.now() - start)
    }
    const { pauseMs, pauseCpuMs } = await server.spent()
    const middle = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    report({
      name: `insight: difference of two ${plan.name}, time`,
      unit: 'ms',
      ours: middle,
      ...alone,
      goal: '<= 100',
    })
    report({
      name: `insight: difference of two ${plan.name}, pause`,
      unit: 'ms',
      ours: pauseMs,
      ...alone,
      goal: PAUSE_GOAL,
    })
    report({
      name: `insight: difference of two ${plan.name}, pause, CPU`,
      unit: 'ms',
      ours: pauseCpuMs,
      ...alone,
      goal: PAUSE_GOAL,
    })
  })
}

async function withFilled(
  folder: string,
  plan: HomePlan,
  measure: (server: MeasuredServer, chatId: ChatId, last: string) => Promise<void>,
): Promise<void> {
  const upstream = await startChild(UPSTREAM)
  try {
    const empty = await startHome(folder)
    await prepareHome(empty.address, upstream.hello)
    const chats = await addChats(empty.address, plan.chats)
    await empty.stop()
    const [filled] = await fillChats(folder, chats, plan)
    if (filled === undefined) throw new Error('no chat was filled')
    const server = await startHome(folder)
    try {
      await measure(server, filled.chatId, filled.path.at(-1) ?? '')
    } finally {
      await server.stop()
    }
  } finally {
    await upstream.stop()
  }
}

async function post(url: string, input: object): Promise<ArrayBuffer> {
  const headers = { 'content-type': 'application/json' }
  return bytesOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) }))
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  const body = await response.arrayBuffer()
  if (!response.ok)
    throw new Error(`${response.url}: ${response.status} ${new TextDecoder().decode(body).slice(0, 300)}`)
  return body
}
