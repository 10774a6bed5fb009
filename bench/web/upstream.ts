// A provider that writes known answers at a known pace, and the server of the page that ours is compared with: both pages read the same bytes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ANSWERS, type AnswerName } from './texts.ts'

function event(fields: object): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'some-model', ...fields })}\n\n`
}

const ending = [
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } }),
  'data: [DONE]\n\n',
].join('')

/** Keeps to the clock: a timer that fires late is followed by as many pieces as are due. */
function write(outgoing: ServerResponse, name: AnswerName): void {
  const { pieces, everyMs } = ANSWERS[name]
  const start = performance.now()
  let written = 0
  const timer = setInterval(() => {
    const due = Math.min(pieces.length, Math.floor((performance.now() - start) / everyMs))
    for (; written < due; written += 1) {
      const content = pieces[written]
      outgoing.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] }))
    }
    if (written < pieces.length) return
    clearInterval(timer)
    outgoing.end(ending)
  }, everyMs)
  outgoing.on('close', () => clearInterval(timer))
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'peer-page.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: { mainFields: ['browser', 'module', 'main'], conditionNames: ['browser', 'import', 'default'] },
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, minify: true })
  await build.close()
  return output[0].code
}

const script = await bundle()

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const path = incoming.url ?? ''
  if (path.startsWith('/peer.js')) {
    outgoing.setHeader('content-type', 'text/javascript')
    outgoing.end(script)
  } else if (path.startsWith('/peer')) {
    outgoing.setHeader('content-type', 'text/html; charset=utf-8')
    outgoing.end(`<!doctype html><style>
      body { margin: 0; font: 16px/1.6 sans-serif }
      #scroller { height: 100vh; overflow-y: auto } #list { max-width: 760px; margin: 0 auto }
    </style><div id="root"></div><script type="module" src="/peer.js"></script>`)
  } else if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ object: 'list', data: [{ id: 'some-model' }] }))
  } else {
    let end = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => {
      end = (end + chunk).slice(-2000)
    })
    incoming.on('end', () => {
      outgoing.socket?.setNoDelay(true)
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      write(outgoing, end.includes('answer markdown') ? 'markdown' : 'tokens')
    })
  }
}

const server = createServer(answer)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.send?.(`http://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit())
