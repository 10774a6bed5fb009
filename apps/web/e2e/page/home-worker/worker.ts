import { createSealer, openHome } from '@stet/home'
import { createMemoryDatabase, makeKey, openMemoryJournal } from '@stet/store'
import { TOOLS } from '@stet/tools'
import type { Answer, Asked } from './page.ts'

/** The same home as the server's, over memory, in a Worker. */
const home = await openHome({
  database: createMemoryDatabase(),
  journal: openMemoryJournal(),
  sealer: await createSealer(makeKey()),
  fetch: (input, init) => fetch(input, init),
  tools: TOOLS,
  log: { warn: report, error: report },
  version: 'worker',
  allowed: { hosts: ['home.invalid'], origins: [] },
  demoPace: 0.2,
})

function report(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
  reportError(new Error(message, { cause: facts.error }))
}

addEventListener('message', ({ data, ports }: MessageEvent<Asked>) => {
  void answer(data).then(({ reply, transfer }) => ports[0]?.postMessage(reply, transfer))
})

async function answer({ url, init }: Asked): Promise<{ readonly reply: Answer; readonly transfer: Transferable[] }> {
  const { status, headers, body } = await home.fetch(new Request(url, init))
  return { reply: { status, headers: [...headers], body }, transfer: body === null ? [] : [body] }
}

postMessage('ready')
