import type { MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { createCachingServer } from '../testing/caching-server.ts'
import { openMemoryHome, openPage, openTestEngine, readLedger, writeChat } from '../testing/index.ts'

const MINUTE = 60_000

it('[C24] a chat with pauses of ten minutes asks for an hour once that is cheaper, and reads its cache from then on', async () => {
  let now = Date.UTC(2026, 10)
  const clock = () => now
  const server = createCachingServer(clock, () => [{ type: 'text', text: 'The tide comes in. '.repeat(60) }], {
    model: 'claude-opus-5-5',
  })
  const home = openMemoryHome()
  const settings = { ...server.settings, systemPrompt: 'You build harbours. '.repeat(200) }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const { engine } = await openTestEngine(home, { models: server.models, clock })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  let parentId: MessageId | null = null
  for (let turn = 0; turn < 8; turn += 1) {
    const { runId, answerId } = await engine.send({ key: `${turn}`, chatId, parentId, text: `And wave ${turn}?` })
    await page.untilEnded(runId)
    parentId = answerId
    now += 10 * MINUTE
  }
  const lives = server.served.map(({ body }) => JSON.stringify(body).includes('"ttl":"1h"'))
  const first = lives.indexOf(true)
  expect(first).toBeGreaterThan(0)
  // Once it was written for an hour, it stays so, and nothing is written twice.
  expect(lives.slice(first)).toEqual(lives.slice(first).map(() => true))
  expect(server.served.slice(first + 1).every(({ usage }) => usage.cache_read_input_tokens > 500)).toBe(true)
  expect(server.served.slice(0, first).every(({ usage }) => usage.cache_read_input_tokens === 0)).toBe(true)
  const rows = await readLedger(home.store, chatId)
  const reports = await Promise.all(rows.map(async ({ id }) => (await engine.request(id)).content.report))
  const weighed = reports[first]?.cache.life?.weighed
  expect(weighed?.long).toBeLessThan(weighed?.short ?? 0)
  expect(reports.slice(first + 1).map(report => report?.cache)).toEqual(
    reports
      .slice(first + 1)
      .map(() => expect.objectContaining({ state: 'warm', life: { minutes: 60, weighed: null } })),
  )
  // What was written for an hour is charged as such.
  const cost = await engine.request(rows[first]?.id ?? 'req_')
  expect(cost).toMatchObject({ cost: { reliable: true } })
  await engine.close()
})
