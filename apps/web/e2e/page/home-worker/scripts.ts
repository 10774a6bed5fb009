import { createFiles } from '@stet/files'
import { makeId } from '@stet/history'
import { createMemoryDatabase } from '@stet/store'
import { createJavaScript, createSandbox, createWebWorkers, type ToolContext } from '@stet/tools'

/** What the page asks of the Worker of a browser home: scripts to run one after another, and how long each may take. */
export interface AskedScripts {
  readonly codes: readonly string[]
  readonly deadlineMs: number
}

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
const store = createMemoryDatabase().openStore('owner')
const own = createFiles({ store, clock: () => Date.now(), randomBytes }).of(makeId('ws', randomBytes(20)))

const sandbox = createSandbox(
  createWebWorkers({
    start: () => new Worker('web-thread.js', { type: 'module' }),
    fetchVm: () => fetch('quickjs.wasm'),
  }),
  2,
)

async function run(code: string, deadlineMs: number): Promise<string> {
  const context: Pick<ToolContext, 'files' | 'signal'> = {
    files: { ...own, write: (path, bytes, expect) => own.write(path, bytes, { expect, by: { kind: 'user' } }) },
    signal: new AbortController().signal,
  }
  const tool = createJavaScript(sandbox, deadlineMs)
  const running = tool.run({ code }, {
    ...context,
    options: { loadLibraries: false },
  } as Parameters<typeof tool.run>[1])
  for (;;) {
    const step = await running.next()
    if (step.done !== true) continue
    const { outcome, content } = step.value
    return `${outcome}: ${content.map(part => (part.kind === 'text' ? part.text : '')).join('')}`
  }
}

addEventListener('message', ({ data: { codes, deadlineMs } }: MessageEvent<AskedScripts>) => {
  void (async () => {
    const said: string[] = []
    for (const code of codes) said.push(await run(code, deadlineMs))
    postMessage(said)
  })()
})
