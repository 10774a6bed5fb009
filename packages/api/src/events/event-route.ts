import { EVENTS, MOST_WATCHED } from '@stet/commands'
import type { ChatId, Engine } from '@stet/engine'
import { isId } from '@stet/engine'
import type { Hono } from 'hono'
import { parseWith } from '../http/parse-with.ts'
import { invalid } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { type EventTime, toEventStream } from './event-stream.ts'
import { createWritePace } from './write-pace.ts'

export function mountEvents(app: Hono, engine: Pick<Engine, 'watch'>, time: EventTime, log: Log): void {
  const pace = createWritePace()
  app.get(EVENTS.path, c => {
    const query = parseWith(EVENTS.query, c.req.query(), 'query')
    const chats = toChatIds(query.chats ?? '')
    const list = query.list !== 'false'
    const lastEventId = knownEventId(c.req.header('last-event-id'))
    const stream = toEventStream({
      watch: signal => engine.watch({ chats, list, lastEventId, signal }),
      gone: c.req.raw.signal,
      time,
      pace,
      onError: error => log.error('an event stream was cut off', { error }),
    })
    return c.body(stream, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })
}

/** An id that no chat can have is ignored, like that of a chat that does not exist. */
function toChatIds(text: string): readonly ChatId[] {
  const ids = text === '' ? [] : text.split(',')
  if (ids.length > MOST_WATCHED) throw invalid('chats', `At most ${MOST_WATCHED} chats can be watched at once.`)
  return [...new Set(ids.filter(id => isId('chat', id)))]
}

/** Anything that cannot be an id of ours counts as none: the page gets snapshots. */
function knownEventId(header: string | undefined): string | null {
  return header !== undefined && /^[!-~]{1,100}$/.test(header) ? header : null
}
