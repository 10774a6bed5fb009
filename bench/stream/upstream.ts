// A server that writes like a model, as fast as it can or at a given pace. It has its own process, so that its time is not counted.
import { createServer, type ServerResponse } from 'node:http'
import { PACE_MS, TOKENS } from './upstream-facts.ts'

const pace = Number(process.argv[2] ?? PACE_MS)

const head = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'some-model',
  system_fingerprint: 'fp_1',
}

function event(fields: object): string {
  return `data: ${JSON.stringify({ ...head, ...fields })}\n\n`
}

const token = event({ choices: [{ index: 0, delta: { content: ' token' }, logprobs: null, finish_reason: null }] })
const opening = event({
  choices: [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }],
})
const ending = [
  event({ choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] }),
  event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: TOKENS, total_tokens: TOKENS + 9 } }),
  'data: [DONE]\n\n',
].join('')

function write(outgoing: ServerResponse): void {
  outgoing.socket?.setNoDelay(true)
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing.write(opening + token)
  let written = 1
  const timer = setInterval(() => {
    if (written < TOKENS) {
      outgoing.write(token)
      written += 1
      return
    }
    clearInterval(timer)
    outgoing.end(ending)
  }, pace)
  outgoing.on('close', () => clearInterval(timer))
}

const server = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ object: 'list', data: [{ id: head.model }] }))
    return
  }
  incoming.resume()
  incoming.on('end', () => write(outgoing))
})
// It never closes a connection that it may be asked on: between two rounds a minute passes, and peers do not ask again.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.send?.(`http://127.0.0.1:${address.port}/v1`)
})
process.on('disconnect', () => process.exit())
