import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokenCounts, MESSAGE_OVERHEAD } from '@stet/context'
import type { Report } from '../harness/row.ts'
import { type Child, startChild } from '../harness/start-child.ts'
import { addChats, prepareHome } from '../runs/prepare-home.ts'
import { type MeasuredServer, startHome } from '../runs/start-server.ts'
import { sendAndWait } from './actions.ts'
import { fillChats } from './fill-chats.ts'
import { textOf } from './text-of.ts'

const WINDOW = 200_000
/** The rest is left for the measured turns. */
const FILLED = 185_000
const WORDS = 150
const TURNS = 31
const WARM_UP = 10

type Upstream = Child<object, number>

/** From a `POST` to the first byte that the provider gets, in a chat that fills its window. */
export async function measureFirstByte(file: string, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-latency-'))
  const upstream: Upstream = await startChild(file)
  try {
    const empty = await startHome(folder)
    await prepareHome(empty.address, upstream.hello)
    const chats = await addChats(empty.address, 1)
    await empty.stop()
    const messages = Math.floor(FILLED / (createTokenCounts().text(textOf(0, WORDS)) + MESSAGE_OVERHEAD))
    const [filled] = await fillChats(folder, chats, { name: '', chats: 1, messages, words: WORDS, window: WINDOW })
    if (filled === undefined) throw new Error('no chat was filled')
    const server = await startHome(folder)
    try {
      const { firstBytes, cpu } = await measureTurns(server, filled, upstream)
      const name = 'latency: POST to the first byte to the provider, a full window of 200,000 tokens'
      report({ name, unit: 'ms', ours: median(firstBytes), peer: null, peerName: null, goal: '<= 20' })
      const turn = 'latency: a whole turn in a full window of 200,000 tokens, CPU'
      report({ name: turn, unit: 'ms', ours: median(cpu), peer: null, peerName: null, goal: null })
    } finally {
      await server.stop()
    }
  } finally {
    await upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureTurns(
  server: MeasuredServer,
  { chatId, path }: Awaited<ReturnType<typeof fillChats>>[number],
  upstream: Upstream,
): Promise<{ readonly firstBytes: readonly number[]; readonly cpu: readonly number[] }> {
  const firstBytes: number[] = []
  const cpu: number[] = []
  let parentId = path.at(-1) ?? null
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    await server.begin()
    const { sentAt, answerId } = await sendAndWait(server.address, chatId, parentId)
    const { cpuMicroseconds } = await server.spent()
    parentId = answerId
    if (turn < WARM_UP) continue
    firstBytes.push((await upstream.ask({})) - sentAt)
    cpu.push(cpuMicroseconds / 1000)
  }
  return { firstBytes, cpu }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
