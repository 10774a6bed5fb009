// A process that serves one data folder after another, or several, as its parent asks: tests that need no process of their own
// do not wait for one to start. Anything that fails is sent back.
import { createLog } from '../log.ts'
import { type RunningServer, startServer } from '../start-server.ts'

export interface OpenRequest {
  readonly id: number
  readonly open: { readonly data: string; readonly port: number; readonly pace: number; readonly base?: string }
}

export interface CloseRequest {
  readonly id: number
  readonly close: string
}

export interface Reply {
  readonly id: number
  readonly address?: string
  readonly failed?: string
}

const servers = new Map<string, RunningServer>()
const log = createLog(
  line => process.stderr.write(line),
  () => new Date(),
)

process.on('message', (request: OpenRequest | CloseRequest) => {
  answer(request).then(
    address => reply({ id: request.id, address }),
    (error: unknown) => reply({ id: request.id, failed: error instanceof Error ? String(error.stack) : String(error) }),
  )
})
process.on('disconnect', () => process.exit())

async function answer(request: OpenRequest | CloseRequest): Promise<string> {
  if ('close' in request) {
    const server = servers.get(request.close)
    servers.delete(request.close)
    await server?.close()
    return request.close
  }
  const { data, port, pace, base = '' } = request.open
  const settings = { port, host: '127.0.0.1', base, dataFolder: data, openBrowser: false, demoPace: pace, roots: [] }
  const server = await startServer(settings, log)
  servers.set(server.address, server)
  return server.address
}

function reply(message: Reply): void {
  process.send?.(message)
}
