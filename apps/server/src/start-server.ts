import { readFile, statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Home, type HomeDeps, openHome } from '@stet/home'
import { createJavaScript, createSandbox, TOOLS } from '@stet/tools'
import { allowedCallers } from './allowed-callers.ts'
import { checkDisk } from './check-disk.ts'
import { createGuardedFetch } from './create-guarded-fetch.ts'
import { createExtractText } from './extract-text.ts'
import { createHttpServer, HTTP_LIMITS } from './http-server.ts'
import { createNodeWorkers } from './javascript/node-worker.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { type DataFolder, isDiskFull, openDataFolder, openOnFullDisk } from './open-data-folder.ts'
import type { Settings } from './settings.ts'
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
  const http = createHttpServer(HTTP_LIMITS, error => log.error('an answer could not be given', { error }))
  const port = await listen(http.server, settings.port, settings.host)
  try {
    const [page, version] = await Promise.all([openStaticFiles(PAGE_FOLDER), readVersion()])
    const { dataFolder, demoPace } = settings
    const checkHealth = () => checkDisk(dataFolder, statfs)
    const freeSpace = async () => {
      const { bavail, bsize } = await statfs(dataFolder)
      return bavail * bsize
    }
    const { home, data } = await openOver(dataFolder, { log, page, version, port, demoPace, checkHealth, freeSpace })
    http.answerWith(home.fetch)
    return {
      address: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
      close: () => closeInOrder(http.server, home, data),
      closeStore: data.close,
    }
  } catch (error) {
    await closeServer(http.server, 0)
    throw error
  }
}

/** One core is left for everything else. */
const MOST_SCRIPTS = Math.max(1, availableParallelism() - 1)

interface Rest extends Pick<HomeDeps, 'page' | 'version' | 'demoPace' | 'checkHealth' | 'freeSpace'> {
  readonly log: Log
  readonly port: number
}

interface OpenedHome {
  readonly home: Home
  readonly data: DataFolder
}

/** On a full disk everything can still be read. */
async function openOver(folder: string, rest: Rest): Promise<OpenedHome> {
  try {
    return await openHomeOver(await openDataFolder(folder, rest.log), rest)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  return openHomeOver(await openOnFullDisk(folder, rest.log), rest)
}

async function openHomeOver(data: DataFolder, { port, ...rest }: Rest): Promise<OpenedHome> {
  try {
    const home = await openHome({
      ...data,
      ...rest,
      fetch: createGuardedFetch(),
      localFetch: createGuardedFetch({ reach: 'with-loopback' }),
      tools: [...TOOLS, createJavaScript(createSandbox(createNodeWorkers(), MOST_SCRIPTS))],
      abilities: ['worker'],
      extract: createExtractText(),
      allowed: allowedCallers(port),
    })
    return { home, data }
  } catch (error) {
    await data.close()
    throw error
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
