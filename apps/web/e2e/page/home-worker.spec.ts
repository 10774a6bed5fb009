import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { rolldown } from 'rolldown'

const source = (name: string) => fileURLToPath(new URL(`./home-worker/${name}.ts`, import.meta.url))
const resolve = createRequire(import.meta.url).resolve

test('[R2] a whole home runs in a Worker: a chat is made, answered and read through the same API and client', async ({
  page,
}) => {
  await served(page, async complaints => {
    const seen = await page.evaluate(() => window.chatInWorker('Hello from a Worker'))
    expect(seen.saved).not.toBe('')
    expect(seen).toMatchObject({ streamed: seen.saved, listed: ['true'] })
    expect(seen.deltas).toBeGreaterThan(1)
    expect(complaints).toEqual([])
  })
})

test('[T5] [FT-4] [FT-5] in a browser scripts run in a Worker each: files, an endless loop, a memory bomb, and the next call', async ({
  page,
}) => {
  await served(page, async complaints => {
    const said = await page.evaluate(asked => window.scriptsInWorker(asked), {
      deadlineMs: 1000,
      codes: [
        "await fs.writeFile('/a.txt', 'grün'); console.log('written'); return await fs.readFile('/a.txt', 'utf-8')",
        'while (true) {}',
        'const all = []; for (;;) all.push(new Array(1e6).fill(1))',
        "try { await fs.readFile('/none') } catch (error) { return error.code }",
        'return typeof fetch + typeof postMessage + typeof indexedDB',
      ],
    })
    expect(said.map(text => text.split('\n').slice(0, 4).join('|'))).toEqual([
      'done: === Console output ===|[LOG] written|=== Result ===|grün',
      'failed: === Error ===|The script was stopped after 1 seconds.',
      expect.stringMatching(/^failed: === Error ===\|/),
      'done: === Result ===|ENOENT',
      'done: === Result ===|undefinedundefinedundefined',
    ])
    expect(complaints).toEqual([])
  })
})

test('[S1] [W4] [FS-11] the conformance suite of the store passes in a Worker, blobs that arrive as a stream included', async ({
  page,
}) => {
  await served(page, async complaints => {
    const ran = await page.evaluate(() => window.storeInWorker())
    expect(ran.filter(({ failure }) => failure !== null)).toEqual([])
    expect(ran.filter(({ name }) => name.includes('in pieces')).length).toBeGreaterThan(10)
    expect(complaints).toEqual([])
  })
})

/** Opens a page that is served with its Workers, and collects what it complains about. */
async function served(page: Page, act: (complaints: readonly string[]) => Promise<void>): Promise<void> {
  const files = await bundle()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    const type = request.url === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': request.url?.endsWith('.wasm') ? 'application/wasm' : type,
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
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await act(complaints)
  } finally {
    server.close()
  }
}

async function bundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await rolldown({
    input: {
      page: source('page'),
      worker: source('worker'),
      scripts: source('scripts'),
      'store-suite': source('store-suite'),
      'web-thread': fileURLToPath(import.meta.resolve('@stet/tools/web-thread')),
    },
    platform: 'browser',
    resolve: { alias: { vitest: source('vitest-in-worker') } },
    logLevel: 'silent',
  })
  const { output } = await built.generate({ entryFileNames: '[name].js' })
  await built.close()
  const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>'
  return new Map<string, string | Uint8Array>([
    ['/', html],
    ['/quickjs.wasm', await readFile(resolve('quickjs-wasi/quickjs.wasm'))],
    ...output.flatMap((chunk): [string, string][] =>
      chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [],
    ),
  ])
}
