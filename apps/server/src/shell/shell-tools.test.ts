import { execFileSync } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '@stet/history'
import type { ToolContext } from '@stet/tools'
import { runTool } from '@stet/tools/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSeenFiles } from '../directories/seen-files.ts'
import { createShellJobs } from './jobs.ts'
import { createJobTool, createShellTool } from './shell-tools.ts'

let root = ''
let jobs = createShellJobs()

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'stet-shell-')))
  jobs = createShellJobs()
})

afterEach(async () => {
  await jobs.close()
  await rm(root, { recursive: true, force: true })
})

const shell = () => createShellTool({ dataFolder: '/nowhere', seen: createSeenFiles() }, jobs)

async function run(input: Json, context: Partial<ToolContext> = {}) {
  const { result, progress } = await runTool(shell(), input, { roots: [root], ...context })
  const [part] = result.content
  return { outcome: result.outcome, text: part?.kind === 'text' ? part.text : '', progress }
}

/** Processes of this machine whose command line holds a word. */
function alive(word: string): boolean {
  return execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .some(line => line.includes(word) && !line.includes('ps -eo'))
}

it('[T7] answers with output and exit code, in the directory', async () => {
  expect(await run({ command: 'pwd; echo "a  b" >&2; exit 3' })).toMatchObject({
    outcome: 'failed',
    text: `${root}\na  b\n[exit code 3]`,
  })
  expect((await run({ command: 'true' })).text).toBe('(no output)\n[exit code 0]')
  expect((await run({ command: 'ls', directory: '/etc' })).text).toContain('not inside an exposed directory')
  expect((await run({ command: 'ls' }, { roots: [] })).text).toContain('No directory is exposed')
  const gone = join(root, 'gone')
  expect((await run({ command: 'ls' }, { roots: [gone] })).text).toBe(`There is nothing at ${JSON.stringify(gone)}.`)
})

it('[T7] [Z-13] no variable that holds a key reaches a command', async () => {
  process.env.STET_TEST_API_KEY = 'sk-secret-in-the-environment'
  try {
    const { text } = await run({ command: 'env | sort; cat /proc/$$/environ | tr "\\0" "\\n"' })
    expect(text).not.toContain('sk-secret')
    expect(text).toContain('PATH=')
  } finally {
    delete process.env.STET_TEST_API_KEY
  }
})

it('[FT-7] a gigabyte of output is capped, with a note of what was left out', async () => {
  const { text } = await run({ command: 'head -c 200000000 /dev/zero | tr "\\0" "x"; echo; echo the end' })
  expect(text.length).toBeLessThan(60_000)
  expect(text).toMatch(/\[\d{9} bytes omitted\]/)
  expect(text).toMatch(/the end\n\[exit code 0\]$/)
})

it('[FT-7] what ignores SIGTERM, waits on its input or leaves its group ends with the call', async () => {
  const word = `stet${Math.random().toString(36).slice(2)}`
  expect((await run({ command: `trap '' TERM; echo up; sleep 60 # ${word}`, timeout_seconds: 1 })).text).toContain(
    'ended after 1 seconds',
  )
  expect((await run({ command: 'cat; echo end of input' })).text).toBe('end of input\n[exit code 0]')
  // Several, so that one may be in the middle of becoming another program when its command ends.
  const leaving = `(exec -a ${word}a sleep 60) & (setsid bash -c 'exec -a ${word}b sleep 60' >/dev/null 2>&1 &) ; echo`
  await Promise.all(Array.from({ length: 20 }, () => run({ command: leaving })))
  await expect.poll(() => alive(word)).toBe(false)
  expect((await run({ command: 'kill -SEGV $$' })).text).toContain('[ended by SIGSEGV]')
})

it('[FT-7] a command has no terminal that it could change or wait for', async () => {
  const { text } = await run({ command: 'tty; (stty -echo < /dev/tty) 2>/dev/null || echo none; tty < /dev/stdin' })
  expect(text).toBe('not a tty\nnone\nnot a tty\n[exit code 1]')
})

it('[T7] [R4] Stop ends the whole group, and what was printed is kept', async () => {
  const stop = new AbortController()
  const word = `stet${Math.random().toString(36).slice(2)}`
  const tool = shell()
  const parsed = tool.parse({ command: `echo first; echo second; bash -c 'exec -a ${word} sleep 60'` })
  if (parsed.kind !== 'parsed') throw new Error(parsed.because)
  const context = { chatId: 'chat_a', roots: [root], signal: stop.signal, now: () => 0 } as unknown as ToolContext
  const running = tool.run(parsed.input, context)
  expect(await running.next()).toEqual({ done: false, value: { text: 'first\nsecond' } })
  expect(alive(word)).toBe(true)
  stop.abort()
  let step = await running.next()
  while (step.done !== true) step = await running.next()
  expect(step.value.content).toEqual([{ kind: 'text', text: 'first\nsecond\n[stopped by the user]' }])
  await expect.poll(() => alive(word)).toBe(false)
})

it('[T7] a background job is listed, read and stopped; another chat does not see it', async () => {
  const job = createJobTool(jobs)
  const started = await run({ command: 'echo ready; sleep 60', background: true })
  expect(started.text).toContain('Started as job 1.')
  await expect.poll(async () => (await jobs.list('chat_test'))[0]?.output).toBe('ready')
  expect(await jobs.list('chat_other')).toEqual([])
  expect((await runTool(job, { job: 1 }, { asksIn: 'chat_other' })).result.outcome).toBe('failed')
  const stopped = await runTool(job, { job: 1, stop: true })
  expect(stopped.result.content).toEqual([
    { kind: 'text', text: expect.stringMatching(/^echo ready; sleep 60\nready\n\[ended by SIG(TERM|KILL)\]$/) },
  ])
})

it('[T7] [T6] a job that a sub-agent started is listed in the chat that called it, and ends with that chat', async () => {
  const word = `stet${Math.random().toString(36).slice(2)}`
  const inChild = { chatId: 'chat_child', asksIn: 'chat_test' } as const
  await run({ command: `echo ready; sleep 60 # ${word}`, background: true }, inChild)
  await run({ command: 'sleep 60', background: true }, { asksIn: 'chat_other' })
  expect((await jobs.list('chat_test')).map(({ id, ended }) => [id, ended])).toEqual([[1, null]])
  expect((await runTool(createJobTool(jobs), { job: 1 }, inChild)).result.outcome).toBe('done')
  await jobs.stopAll('chat_test')
  expect((await jobs.list('chat_test'))[0]?.ended).toMatch(/^ended by SIG/)
  expect(alive(word)).toBe(false)
  expect((await jobs.list('chat_other'))[0]?.ended).toBeNull()
})

it('[Z-7] an approval is bound to the command, the directory and the names of variables', async () => {
  const tool = shell()
  const bind = async (input: Json, roots: readonly string[]) => {
    const parsed = tool.parse(input)
    if (parsed.kind !== 'parsed') throw new Error(parsed.because)
    return tool.binding?.(parsed.input, { roots, chatId: 'chat_a' } as unknown as ToolContext)
  }
  expect(await bind({ command: 'ls' }, [root])).toEqual(['ls', root, expect.arrayContaining(['HOME', 'PATH', 'PWD'])])
  expect(await bind({ command: 'ls' }, ['/'])).not.toEqual(await bind({ command: 'ls' }, [root]))
  expect([tool.alwaysConfirm, tool.policy]).toEqual([true, 'confirm'])
})
