import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { testConnection } from '../testing/test-connection.ts'
import { openWire } from './open-wire.ts'

async function listen() {
  let connections = 0
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"a":1}\n\ndata: [DONE]\n\n')
    setTimeout(() => response.end(), 10)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return { url: `http://127.0.0.1:${address.port}`, connections: () => connections }
}

it('[FP-1] a connection whose answer is whole serves the next request too', async () => {
  const { url, connections } = await listen()
  for (let request = 0; request < 5; request += 1) {
    const wire = openWire({
      connection: testConnection({ type: 'openai-chat', baseUrl: url, fetch }),
      signal: new AbortController().signal,
    })
    const events: unknown[] = []
    for await (const event of wire.events(await wire.fetch(url))) events.push(event)
    wire.end()
    expect(events).toEqual([{ a: 1 }])
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  expect(connections()).toBe(1)
})
