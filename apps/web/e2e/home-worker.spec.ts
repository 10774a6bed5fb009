import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { rolldown } from 'rolldown'

const source = (name: string) => fileURLToPath(new URL(`./home-worker/${name}.ts`, import.meta.url))

test('[R2] a whole home runs in a Worker: a chat is made, answered and read through the same API and client', async ({
  page,
}) => {
  const files = await bundle()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': request.url === '/' ? 'text/html' : 'text/javascript',
    })
    response.end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))

  await page.goto(`http://127.0.0.1:${address.port}/`)
  const seen = await page.evaluate(() => window.chatInWorker('Hello from a Worker'))

  expect(seen.saved).not.toBe('')
  expect(seen).toMatchObject({ streamed: seen.saved, listed: ['true'] })
  expect(seen.deltas).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  server.close()
})

async function bundle(): Promise<ReadonlyMap<string, string>> {
  const built = await rolldown({
    input: { page: source('page'), worker: source('worker') },
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await built.generate({ entryFileNames: '[name].js' })
  await built.close()
  const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>'
  return new Map([
    ['/', html],
    ...output.flatMap((chunk): [string, string][] =>
      chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [],
    ),
  ])
}
