import { DUMP, PATH_IDS } from '@stet/commands'
import type { Engine } from '@stet/engine'
import type { Hono } from 'hono'
import { parseWith } from './parse-with.ts'

/** A chat with all its messages as one JSON document (H9), written as it is read: a long chat is never in memory whole. */
export function mountDump(app: Hono, engine: Pick<Engine, 'dump'>): void {
  app.get(DUMP.path, async c => {
    const chatId = parseWith(PATH_IDS.chatId, c.req.param('chatId'), 'chatId')
    const { chat, messages } = await engine.dump(chatId)
    const headers = {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${chatId}.json"`,
    }
    return new Response(toStream(toJson(chat, messages)), { headers })
  })
}

async function* toJson(chat: unknown, messages: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `{"chat":${JSON.stringify(chat)},"messages":[`
  let before = '\n'
  for await (const message of messages) {
    yield before + JSON.stringify(message)
    before = ',\n'
  }
  yield '\n]}\n'
}

function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
