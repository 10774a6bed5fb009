import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findPortHolder, listeningSockets } from './port-holder.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:12F0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1 0000000000000000 100 0 0 10 0
   1: 0100007F:12F0 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 42 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 43 1 0000000000000000 100 0 0 10 0
`

it('finds who listens on a port, and not who is connected to it', () => {
  expect([listeningSockets(TABLE, 4848), listeningSockets(TABLE, 8080), listeningSockets(TABLE, 4849)]).toEqual([
    ['socket:[41]'],
    ['socket:[43]'],
    [],
  ])
})

it('finds that this process holds a port, and that nothing holds another', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const holder = await findPortHolder(address.port, process.platform)
  await new Promise(resolve => server.close(resolve))
  const nobody = await findPortHolder(address.port, process.platform)
  expect([holder?.pid, nobody]).toEqual([process.pid, null])
})
