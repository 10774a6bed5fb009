import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { serverFlags } from '../../scripts/server-flags.mjs'
import { askChild, stopChild } from '../harness/start-child.ts'
import type { Question, Spent } from './measure-process.ts'

const HOME = join(import.meta.dirname, '../../apps/server/src/main.mjs')
const PEER = join(import.meta.dirname, 'peer-server.ts')
const MEASURING = pathToFileURL(join(import.meta.dirname, 'measure-process.ts')).href

/** A server in a process of its own, and what it spends. */
export interface MeasuredServer {
  readonly address: string
  begin(): Promise<void>
  spent(): Promise<Spent>
  stop(): Promise<void>
}

/** The server home as `npm start` starts it. Without a folder it has one of its own, which is removed with it. */
export async function startHome(given?: string): Promise<MeasuredServer> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'stet-runs-')))
  const server = await startServer(HOME, serverFlags, [], { STET_DATA: folder, STET_PORT: '0', STET_OPEN: '0' })
  return {
    ...server,
    async stop() {
      await server.stop()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export function startPeer(name: string, upstream: string): Promise<MeasuredServer> {
  return startServer(PEER, [], [name, upstream], {})
}

async function startServer(
  file: string,
  flags: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const child = fork(file, [...args], {
    execArgv: [...process.execArgv, ...flags, '--import', MEASURING],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('it has no output')
  // A home logs a line for each request, which would hide the figures.
  createInterface(stderr).on('line', line => {
    if (!line.includes('"level":"info"')) console.error(line)
  })
  const ask = <Told>(question: Question): Promise<Told> => askChild(child, question)
  return {
    address: await addressIn(stdout),
    begin: () => ask({ about: 'begin' }),
    spent: () => ask({ about: 'spent' }),
    stop: () => stopChild(child),
  }
}

/** The first address that it prints. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const chunk of output) {
    printed += chunk
    const [address] = /http:\/\/\S+(?=\n)/.exec(printed) ?? []
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error(`it ended before it listened: ${printed}`)
}
