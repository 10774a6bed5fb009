import { availableParallelism } from 'node:os'
import { createFiles } from '@stet/files'
import { type Json, makeId } from '@stet/history'
import { createMemoryDatabase } from '@stet/store'
import { createJavaScript, createSandbox, type ToolFiles } from '@stet/tools'
import { runTool } from '@stet/tools/testing'
import { beforeEach, expect, it } from 'vitest'
import { createNodeWorkers } from './node-worker.ts'

let files: ToolFiles
const start = createNodeWorkers()

beforeEach(() => {
  const store = createMemoryDatabase().openStore('owner')
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const own = createFiles({ store, clock: () => 5, randomBytes }).of(makeId('ws', new Uint8Array(20)))
  files = {
    ...own,
    write: (path, bytes, expected) => own.write(path, bytes, { expect: expected, by: { kind: 'user' } }),
  }
})

/**
 * How long this thread worked without a pause, at most, in milliseconds: that is how long anything else waits for it. Counted in its own time:
 * on a busy machine the clock also counts what other processes do.
 */
function watchEventLoop(): () => number {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = worked()
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

async function said(code: string, { deadlineMs = 20_000, loadLibraries = false } = {}): Promise<string> {
  const tool = createJavaScript(createSandbox(start, 2), deadlineMs)
  const { result } = await runTool(tool, { code }, { files, options: { loadLibraries } })
  const [part] = result.content
  return `${result.outcome}: ${part?.kind === 'text' ? part.text : ''}`
}

it('[T5] answers with console output and what is returned, or a bare undefined', async () => {
  expect([
    await said("console.log('a', { b: 1 }); console.warn('careful'); return 6 * 7"),
    await said('const one = 1'),
    await said('return await new Promise(resolve => setTimeout(() => resolve("later"), 1e9))'),
  ]).toEqual([
    'done: === Console output ===\n[LOG] a {\n  "b": 1\n}\n[WARN] careful\n=== Result ===\n42',
    'done: undefined',
    'done: === Result ===\nlater',
  ])
})

it('[T5] draws the script, its console output and what it returned as code', async () => {
  const tool = createJavaScript(createSandbox(start, 2), 20_000)
  const { result } = await runTool(tool, { code: "console.log('a'); return 1" }, { files, options: {} })
  expect(result.drawings).toEqual([
    { kind: 'code', label: 'Script', language: 'javascript', text: "console.log('a'); return 1" },
    { kind: 'code', label: 'Console output', language: null, text: '[LOG] a' },
    { kind: 'code', label: 'Result', language: null, text: '1' },
  ])
})

it('[T5] says what went wrong, keeping what was said before, and stops at halt', async () => {
  expect(await said("console.log('before'); null.x")).toMatch(
    /^failed: === Console output ===\n\[LOG\] before\n=== Error ===\nTypeError: /,
  )
  expect(await said('const = 1')).toMatch(/^failed: === Error ===\nSyntaxError/)
  expect(await said("console.log('one'); try { halt('enough') } catch {} console.log('two')")).toBe(
    'done: === Console output ===\n[LOG] one\n=== Result ===\nHalted: enough',
  )
})

it('[T5] has timers that do not wait, and says what went wrong in one', async () => {
  const code = `
    const ran = []
    setTimeout(name => ran.push(name), 1e9, 'timeout')
    const repeated = setInterval(() => ran.push('interval'), 1)
    clearTimeout(setTimeout(() => ran.push('never'), 0))
    setTimeout(() => { throw new Error('too late') }, 5)
    await new Promise(resolve => setTimeout(resolve, 10))
    clearInterval(repeated)
    return ran.join()`
  expect(await said(code)).toMatch(
    /^done: === Console output ===\n\[ERROR\] Uncaught Error: too late\n[\s\S]*=== Result ===\ntimeout,interval$/,
  )
})

it('[T5] has text encoding, base64 and self', async () => {
  expect(
    await said(
      "return [atob(btoa('hé')), new TextDecoder().decode(new TextEncoder().encode('grün 🌿')), self === globalThis]",
    ),
  ).toBe('done: === Result ===\n[\n  "hé",\n  "grün 🌿",\n  true\n]')
})

it('[T5] reads and writes the files of the workspace, with the error codes of Node', async () => {
  const code = `
    await fs.mkdir('/data')
    await fs.writeFile('/data/a.txt', 'grün')
    await fs.writeFile('/data/b.bin', new Uint8Array([0, 255]))
    const codes = []
    const attempt = async act => { try { await act(); codes.push('ok') } catch (error) { codes.push(error.code) } }
    await attempt(() => fs.readFile('/none'))
    await attempt(() => fs.mkdir('/data'))
    await attempt(() => fs.readFile('/data'))
    await attempt(() => fs.readdir('/data/a.txt'))
    await attempt(() => fs.rmdir('/data'))
    await attempt(() => fs.unlink('/data'))
    await attempt(() => fs.writeFile('/memories/a', 'x'))
    await attempt(() => fs.readFile('/data/../x'))
    await attempt(() => __fs.rename('/data/b.bin', '/c.bin'))
    const { isFile, size, isBinary, readonly, mtime } = await fs.stat('/c.bin')
    return JSON.stringify([codes, await fs.readFile('/data/a.txt', 'utf-8'), (await fs.readFile('/c.bin')).byteLength,
      await fs.readdir('/data'), await fs.exists('/c.bin'), isFile, size, isBinary, readonly, mtime instanceof Date])`
  const [, result = ''] = (await said(code)).split('=== Result ===\n')
  expect(JSON.parse(result)).toEqual([
    ['ENOENT', 'EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EISDIR', 'EROFS', 'EINVAL', 'ok'],
    'grün',
    2,
    ['a.txt'],
    true,
    true,
    2,
    true,
    false,
    true,
  ])
  expect((await files.read('/data/a.txt')).text).toBe('grün')
})

it('[T5] runs the libraries first where that is set; one that fails stops nothing', async () => {
  const write = (path: string, text: string) => files.write(path, new TextEncoder().encode(text), 'new')
  await write('/lib/b.js', "console.log('b is here'); globalThis.twice = n => 2 * n")
  await write('/lib/a.js', 'no(')
  await write('/lib/readme.md', 'not run')
  expect(await said('return twice(21)', { loadLibraries: true })).toMatch(
    /^done: === Output of library a\.js ===\n\[ERROR\] SyntaxError.*\n=== Output of library b\.js ===\n\[LOG\] b is here\n=== Result ===\n42$/,
  )
  expect(await said('return typeof twice')).toBe('done: === Result ===\nundefined')
})

it.each([
  ['an endless loop', 'while (true) {}'],
  ['an endless loop of promises', 'for (;;) await null'],
  ['a loop that catches', 'for (;;) { try { while (true) {} } catch {} }'],
  ['a slow pattern', "return /^(a+)+$/.test('a'.repeat(40) + 'b')"],
])('[FT-4] stops %s at the deadline, and the event loop is not held up', async (_, code) => {
  const delay = watchEventLoop()
  expect(await said(code, { deadlineMs: 300 })).toBe('failed: === Error ===\nThe script was stopped after 0.3 seconds.')
  expect(delay()).toBeLessThan(50)
  expect(await said('return 1')).toBe('done: === Result ===\n1')
})

it.each([
  ['a memory bomb', 'const all = []; for (;;) all.push(new Array(1e6).fill(1))'],
  ['a long string', "return new Array(1e9) + ''"],
  ['deep recursion', 'const down = () => down() + 1; return down()'],
])('[FT-5] ends %s with an error, the event loop is not held up, and the next call works', async (_, code) => {
  const delay = watchEventLoop()
  expect(await said(code, { deadlineMs: 2000 })).toMatch(/^failed: === Error ===\n/)
  expect(delay()).toBeLessThan(50)
  expect(await said('return 1')).toBe('done: === Result ===\n1')
})

it('[FT-5] a gigabyte of console output is cut and counted, and holds nothing up', async () => {
  const delay = watchEventLoop()
  const text = await said(
    "const line = 'x'.repeat(1 << 20); for (let i = 0; i < 1024; i++) console.log(line); return 1",
    {
      deadlineMs: 60_000,
    },
  )
  expect(delay()).toBeLessThan(50)
  expect(text.length).toBeLessThan(201_000)
  expect(text).toMatch(/\n\[… 1,073,541,824 characters of output cut\]\n=== Result ===\n1$/)
  expect(await said('return 1')).toBe('done: === Result ===\n1')
})

it('[FT-5] cuts console output, and says how much; a promise that never settles is an error', async () => {
  const text = await said("for (let i = 0; i < 3000; i++) console.log('x'.repeat(1000)); return 1")
  expect(text.length).toBeLessThan(300_000)
  expect(text).toMatch(/characters of output cut\]\n=== Result ===\n1$/)
  expect(await said('await new Promise(() => {})')).toBe(
    'failed: === Error ===\nThe script waits for a promise that never settles.',
  )
})

it.each([
  'return typeof process + typeof require + typeof fetch + typeof WebAssembly',
  "return typeof this.constructor.constructor('return globalThis')().process + 'undefinedundefinedundefined'",
])('[FT-6] reaches nothing outside: %s', async code => {
  expect(await said(code)).toBe('done: === Result ===\nundefinedundefinedundefinedundefined')
})

it.each(['/../etc/passwd', '../../etc/passwd', '/%2e%2e/etc/passwd', 'file:///etc/passwd'])(
  '[FT-6] [FT-1] the bridge to files refuses %s',
  async path => {
    expect(await said(`return await fs.readFile(${JSON.stringify(path)}, 'utf-8')`)).toMatch(/EINVAL/)
  },
)

it('[T5] runs so many at once as it may, and the others wait visibly', async () => {
  const tool = createJavaScript(createSandbox(start, 1), 20_000)
  const run = (code: string) => runTool(tool, { code }, { files, options: { loadLibraries: false } })
  const runs = await Promise.all([run('return 1'), run('return 2'), run('return 3')])
  expect(runs.map(({ progress }) => progress.map(({ text }) => text))).toEqual([
    ['Running'],
    ['Waiting for 1 other script', 'Running'],
    ['Waiting for 2 other scripts', 'Waiting for 1 other script', 'Running'],
  ])
})

it('[T5] [R4] a script that waits is stopped without its turn, and those behind it move up', async () => {
  const tool = createJavaScript(createSandbox(start, 1), 20_000)
  const run = (code: string, signal: AbortSignal) =>
    runTool(tool, { code }, { files, options: { loadLibraries: false }, signal })
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  const running = run('for (;;) await null', first.signal)
  const stopped = run('return 2', second.signal)
  const last = run('return 3', third.signal)
  second.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  await expect(run('return 4', second.signal)).rejects.toThrow('stopped')
  first.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  expect((await last).progress.slice(-2)).toEqual([{ text: 'Waiting for 1 other script' }, { text: 'Running' }])
})

it('[T5] of 20 calls at once as many run as there are cores but one, the rest wait visibly, and all are answered', async () => {
  const most = Math.max(1, availableParallelism() - 1)
  let running = 0
  let highest = 0
  const counted = async () => {
    running += 1
    highest = Math.max(highest, running)
    const worker = await start()
    const terminate = async () => {
      await worker.terminate()
      running -= 1
    }
    return { ...worker, terminate }
  }
  const tool = createJavaScript(createSandbox(counted, most), 60_000)
  const delay = watchEventLoop()
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      runTool(tool, { code: `return ${index}` }, { files, options: { loadLibraries: false } }),
    ),
  )
  expect(delay()).toBeLessThan(50)
  expect([highest, running]).toEqual([most, 0])
  expect(runs.map(({ result }) => result.content)).toEqual(
    runs.map((_, index) => [{ kind: 'text', text: `=== Result ===\n${index}` }]),
  )
  for (const [index, { progress }] of runs.entries()) {
    const places = progress.slice(0, -1).map(({ text }) => Number(/^Waiting for (\d+) other scripts?$/.exec(text)?.[1]))
    expect([places[0], progress.at(-1)]).toEqual([index < most ? undefined : index, { text: 'Running' }])
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => other - one))
  }
})

it('[T5] ends its thread when the run is stopped', async () => {
  const stop = new AbortController()
  const tool = createJavaScript(createSandbox(start, 1), 20_000)
  const running = runTool(
    tool,
    { code: 'for (;;) await null' },
    { files, options: { loadLibraries: false }, signal: stop.signal },
  )
  stop.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
})

it.each<readonly [Json, string]>([
  [{}, '`code` must be a text that is not empty.'],
  [{ code: ' ' }, '`code` must be a text that is not empty.'],
])('[T5] [FP-10] refuses %j', (given, because) => {
  expect(createJavaScript(createSandbox(start, 1)).parse(given)).toEqual({ kind: 'invalid', because })
})
