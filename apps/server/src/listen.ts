import type { Server } from 'node:http'

/** The address could not be taken. `taken` when another program has it. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly port: number
  readonly taken: boolean

  constructor(message: string, port: number, taken: boolean, cause: unknown) {
    super(message, { cause })
    this.port = port
    this.taken = taken
  }
}

/** Resolves with the port, which the system chose if none was named. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const why = taken ? 'is taken' : `cannot be used (${error.code ?? error.message})`
      reject(new ListenError(`Port ${port} of ${host} ${why}`, port, taken, error))
    }
    server.once('error', refused)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', refused)
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
      resolve(address.port)
    })
  })
}
