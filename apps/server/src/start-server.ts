import { readFile, realpath, statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Home, type HomeDeps, openHome } from '@stet/home'
import { allowedCallers } from './allowed-callers.ts'
import { checkDisk } from './check-disk.ts'
import { createGuardedFetch } from './create-guarded-fetch.ts'
import { createDirectories } from './directories/directories.ts'
import { createExtractText } from './extract-text.ts'
import { createHttpServer, HTTP_LIMITS } from './http-server.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { StdioTransport } from './mcp/stdio-transport.ts'
import { type DataFolder, isDiskFull, openDataFolder, openOnFullDisk } from './open-data-folder.ts'
import { serverTools } from './server-tools.ts'
import { type Settings, SettingsError } from './settings.ts'
import { createShellJobs } from './shell/jobs.ts'
import { openStaticFiles } from './static-files.ts'

const PAGE_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const MANIFEST = new URL('../package.json', import.meta.url)
/** How long answers that are being given may take to end once the engine has closed. */
const LAST_ANSWERS_MS = 2_000

export interface RunningServer {
  readonly address: string
  /** Ends everything in order: no new requests, runs and streams, answers, then the store. */
  close(): Promise<void>
  /** The store alone, when nothing else can be trusted any more. */
  closeStore(): Promise<void>
}

export async function startServer(settings: Settings, log: Log): Promise<RunningServer> {
  const http = createHttpServer(HTTP_LIMITS, settings.base, (error, reference) =>
    log.error('an answer could not be given', { reference, error }),
  )
  const port = await listen(http.server, settings.port, settings.host)
  try {
    const [page, version] = await Promise.all([openStaticFiles(PAGE_FOLDER), readVersion()])
    const { dataFolder, demoPace, roots } = settings
    const checkHealth = () => checkDisk(dataFolder, statfs)
    const freeSpace = async () => {
      const { bavail, bsize } = await statfs(dataFolder)
      return bavail * bsize
    }
    const { home, data } = await openOver(dataFolder, {
      log,
      page,
      version,
      port,
      roots,
      demoPace,
      checkHealth,
      freeSpace,
    })
    http.answerWith(home.fetch)
    return {
      address: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}${settings.base}`,
      close: () => closeInOrder(http.server, home, data),
      closeStore: data.close,
    }
  } catch (error) {
    await closeServer(http.server, 0)
    throw error
  }
}

interface Rest extends Pick<HomeDeps, 'page' | 'version' | 'demoPace' | 'checkHealth' | 'freeSpace'> {
  readonly log: Log
  readonly port: number
  readonly folder: string
  readonly roots: Settings['roots']
}

interface OpenedHome {
  readonly home: Home
  readonly data: DataFolder
}

/** On a full disk everything can still be read. */
async function openOver(folder: string, others: Omit<Rest, 'folder'>): Promise<OpenedHome> {
  const rest = { ...others, folder }
  try {
    return await openHomeOver(await openDataFolder(folder, rest.log), rest)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  return openHomeOver(await openOnFullDisk(folder, rest.log), rest)
}

async function openHomeOver(data: DataFolder, { port, folder, roots, ...rest }: Rest): Promise<OpenedHome> {
  try {
    const dataFolder = await realpath(folder)
    const allowed = await Promise.all(roots.map(findRoot))
    const jobs = createShellJobs()
    const home = await openHome({
      ...data,
      ...rest,
      fetch: createGuardedFetch(),
      localFetch: createGuardedFetch({ reach: 'with-loopback' }),
      publicFetch: createGuardedFetch({ reach: 'public' }),
      tools: serverTools(dataFolder, jobs),
      abilities: ['worker', 'directories', 'sockets', ...(process.platform === 'win32' ? [] : (['shell'] as const))],
      jobs,
      directories: createDirectories({ dataFolder, allowed, home: await realpath(homedir()) }),
      startProgram: (program, onError) => new StdioTransport(program, { onError }),
      extract: createExtractText(),
      allowed: allowedCallers(port),
    })
    const close = async () => {
      await home.close()
      await jobs.close()
    }
    return { home: { ...home, close }, data }
  } catch (error) {
    await data.close()
    throw error
  }
}

async function findRoot(root: string): Promise<string> {
  try {
    return await realpath(root)
  } catch (error) {
    throw new SettingsError(`STET_ROOTS names "${root}", which cannot be opened: ${String(error)}`)
  }
}

async function closeInOrder(server: Server, home: Home, data: DataFolder): Promise<void> {
  const closed = closeServer(server, LAST_ANSWERS_MS)
  // Ends the event streams, which would keep the HTTP server open.
  await home.close()
  await closed
  await data.close()
}

function closeServer(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(error => {
      clearTimeout(timer)
      if (error === undefined) resolve()
      else reject(error)
    })
  })
}

async function readVersion(): Promise<string> {
  const manifest: { readonly version: string } = JSON.parse(await readFile(MANIFEST, 'utf8'))
  return manifest.version
}
