import type { ChatId, Engine } from '@stet/engine'
import { isId } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { type EventTime, toEventStream } from '../event-stream.ts'
import type { Log } from '../log.ts'
import { parseWith } from '../parse-with.ts'
import { invalid } from '../problem.ts'
import { createWritePace } from '../write-pace.ts'

const MAX_CHATS = 50
const watchQuery = z.strictObject({ chats: z.optional(z.string()), list: z.optional(z.enum(['true', 'false'])) })

export function eventRoutes(engine: Engine, time: EventTime, log: Log): Hono {
  const pace = createWritePace()
  return new Hono().get('/api/events', c => {
    const query = parseWith(watchQuery, c.req.query(), 'query')
    const chats = toChatIds(query.chats ?? '')
    const list = query.list !== 'false'
    const lastEventId = knownEventId(c.req.header('last-event-id'))
    const stream = toEventStream({
      watch: signal => engine.watch({ chats, list, lastEventId, signal }),
      gone: c.req.raw.signal,
      time,
      pace,
      onTrouble: error => log.error('a watcher was cut off', { error }),
    })
    return c.body(stream, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })
}

/** A watcher is told nothing of a chat that is not there; an id that none can have is no different. */
function toChatIds(text: string): readonly ChatId[] {
  const ids = text === '' ? [] : text.split(',')
  if (ids.length > MAX_CHATS) throw invalid('chats', `At most ${MAX_CHATS} chats can be watched at once.`)
  return [...new Set(ids.filter(id => isId('chat', id)))]
}

/** Anything that cannot be an id of ours is as good as none: the page gets snapshots. */
function knownEventId(header: string | undefined): string | null {
  return header !== undefined && /^[!-~]{1,100}$/.test(header) ? header : null
}
