// How others serve an answer: each request is answered as the text arrives, and nothing is stored.
import { createServer, type ServerResponse } from 'node:http'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai'
import { readers } from '../stream/readers.ts'
import type { PeerName } from './peer-names.ts'

type Serve = (response: ServerResponse) => Promise<void>

const peers: Record<PeerName, (upstream: string) => Serve> = {
  bare(upstream) {
    const read = readers.bare(upstream)
    return async response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      await read(text => response.write(`data: ${JSON.stringify({ text })}\n\n`))
      response.end()
    }
  },

  'AI SDK UI message stream'(upstream) {
    const provider = createOpenAICompatible({ name: 'upstream', baseURL: upstream, apiKey: 'none', includeUsage: true })
    const model = provider.chatModel('some-model')
    return async response => {
      const { stream } = streamText({ model, prompt: 'Hello?', maxRetries: 0 })
      await pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream }) })
    }
  },
}

const [name, upstream] = process.argv.slice(2)
if (upstream === undefined || !isPeer(name)) throw new Error(`there is no peer ${name}`)
const serve = peers[name](upstream)

function isPeer(asked: string | undefined): asked is PeerName {
  return asked !== undefined && asked in peers
}

const server = createServer((incoming, outgoing) => {
  incoming.resume()
  incoming.on('end', () => {
    serve(outgoing).catch((error: unknown) => {
      console.error(error)
      outgoing.destroy()
    })
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  console.log(`http://127.0.0.1:${address.port}`)
})
