// A provider that answers at once and says when each request reached it. Clocks of two processes of one machine are compared by their origin.
import { createServer, type ServerResponse } from 'node:http'
import { LONG_ANSWER, TOKEN, TOKENS } from './upstream-facts.ts'

let reachedAt = 0

function event(fields: object): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'some-model', ...fields })}\n\n`
}

function says(content: string): string {
  return event({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })
}

const ending = [
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } }),
  'data: [DONE]\n\n',
].join('')

/** One write for each token, so that each is a delta of its own. */
function writeLong(outgoing: ServerResponse): void {
  let written = 0
  const timer = setInterval(() => {
    if (written < TOKENS) {
      outgoing.write(says(TOKEN))
      written += 1
      return
    }
    clearInterval(timer)
    outgoing.end(ending)
  }, 1)
  outgoing.on('close', () => clearInterval(timer))
}

const server = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ object: 'list', data: [{ id: 'some-model' }] }))
    return
  }
  reachedAt = performance.timeOrigin + performance.now()
  let end = ''
  incoming.setEncoding('utf8')
  incoming.on('data', (chunk: string) => {
    end = (end + chunk).slice(-1000)
  })
  incoming.on('end', () => {
    outgoing.socket?.setNoDelay(true)
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    if (end.includes(`"${LONG_ANSWER}"`)) writeLong(outgoing)
    else outgoing.end(says('Yes.') + ending)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.send?.(`http://127.0.0.1:${address.port}/v1`)
})
process.on('message', () => process.send?.(reachedAt))
process.on('disconnect', () => process.exit())
