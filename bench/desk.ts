import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDesk } from './desk/make-desk.ts'
import { onBareStore } from './desk/on-bare-store.ts'
import { DEEDS, type Deed, throughApi } from './desk/through-api.ts'
import type { Bench } from './harness/row.ts'
import { startHome } from './runs/start-server.ts'

/** Against the same statements on the store alone. */
const RATIO_GOAL = '<= 2'
const PAUSE_GOAL = '<= 50'

interface Figures {
  readonly ms: number
  readonly cpuMs: number
  readonly pauseMs: number
  readonly pauseCpuMs: number
}

const NAMES: Readonly<Record<Deed, string>> = {
  list: 'list of 5,000 chats, page by page',
  search: 'search over all messages, 13 typed letters',
  open: 'open a chat of 20,000 messages at its end',
  hit: 'open it at a search hit in its middle',
  upload: 'upload of 100 files of 1 MB',
}

/** What a user with years of chats waits for, and what others notice meanwhile. */
const bench: Bench = async report => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-desk-'))
  try {
    const desk = await makeDesk(folder, { chats: 5000, filled: chatsToFill(), messages: 20_000 })
    const server = await startHome(folder)
    const ours = new Map<Deed, Figures>()
    try {
      const api = await throughApi(server.address, desk)
      for (const deed of DEEDS) {
        await server.begin()
        const ms = await api[deed]()
        const { cpuMicroseconds, pauseMs, pauseCpuMs } = await server.spent()
        ours.set(deed, { ms, cpuMs: cpuMicroseconds / 1000, pauseMs, pauseCpuMs })
      }
    } finally {
      await server.stop()
    }
    const bare = await onBareStore(folder, desk)
    for (const [deed, { ms, cpuMs, pauseMs, pauseCpuMs }] of ours) {
      const name = `desk: ${NAMES[deed]}`
      const peer = { peerName: 'bare store', goal: RATIO_GOAL } as const
      const pause = { unit: 'ms', peer: null, peerName: null, goal: PAUSE_GOAL } as const
      report({ name, unit: 'ms', ours: ms, peer: bare[deed].ms, ...peer })
      report({ name: `${name}, CPU`, unit: 'ms', ours: cpuMs, peer: bare[deed].cpuMs, ...peer })
      report({ name: `${name}, pause`, ours: pauseMs, ...pause })
      report({ name: `${name}, pause, CPU`, ours: pauseCpuMs, ...pause })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export default bench

/** 50 make a million messages; fewer for a quick look. */
function chatsToFill(): number {
  return Number(process.env.STET_BENCH_CHATS ?? 50)
}
