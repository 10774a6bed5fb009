import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { passedOn } from '../child-processes.ts'

export interface PortHolder {
  readonly pid: number
  readonly name: string
}

const LISTENING = '0A'

/** Which program listens on a port, or null where the system does not say. */
export async function findPortHolder(port: number, platform: string): Promise<PortHolder | null> {
  switch (platform) {
    case 'linux':
      return findInProc(port)
    case 'darwin':
      return findByLsof(port)
    default:
      return null
  }
}

async function findInProc(port: number): Promise<PortHolder | null> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readIfAllowed))
  const sockets = new Set(tables.flatMap(table => listeningSockets(table ?? '', port)))
  if (sockets.size === 0) return null
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || !(await holds(pid, sockets))) continue
    const name = await readIfAllowed(`/proc/${pid}/comm`)
    // Node names its threads, and its process by the first of them.
    return { pid: Number(pid), name: name?.trim().replace(/-MainThread$/, '') ?? '' }
  }
  return null
}

/** The sockets of a table of `/proc/net` that listen on a port, as a process's file descriptors name them. */
export function listeningSockets(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table
    .split('\n')
    .slice(1)
    .map(line => line.trim().split(/\s+/))
    .filter(fields => fields[3] === LISTENING && fields[1]?.split(':')[1] === wanted)
    .map(fields => `socket:[${fields[9]}]`)
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await unlessUnknown(readdir(`/proc/${pid}/fd`))
  for (const descriptor of descriptors ?? []) {
    const target = await unlessUnknown(readlink(`/proc/${pid}/fd/${descriptor}`))
    if (target !== null && sockets.has(target)) return true
  }
  return false
}

async function findByLsof(port: number): Promise<PortHolder | null> {
  const command = promisify(execFile)('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    env: passedOn(),
  })
  const found = await unlessUnknown(command)
  const pid = /^p(\d+)$/m.exec(found?.stdout ?? '')?.[1]
  const name = /^c(.+)$/m.exec(found?.stdout ?? '')?.[1]
  return pid === undefined ? null : { pid: Number(pid), name: name ?? '' }
}

function readIfAllowed(file: string): Promise<string | null> {
  return unlessUnknown(readFile(file, 'utf8'))
}

/** Processes end while they are looked at, others are not ours to see, and `lsof` fails when it finds nothing: each is "not known". */
async function unlessUnknown<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
