import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { ChatEvent, ChatView } from '@stet/api/client'
import { applyEvent } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

/** The text of the answers of a view, each with how it ended; what is still being written ends in null. */
function answersOf(view: ChatView): { text: string; end: string | null }[] {
  const textOf = (parts: readonly { kind: string; text?: string }[]) =>
    parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
  const messages = view.path.flatMap(message =>
    message.role === 'assistant' ? [{ text: textOf(message.parts), end: message.end }] : [],
  )
  return [...messages, ...view.drafts.map(draft => ({ text: textOf(draft.parts), end: null }))]
}

/** What a program logged, without the line that every request to a model gets (C17). */
function complaintsIn(stderr: string): readonly string[] {
  return stderr.split('\n').filter(line => line !== '' && JSON.parse(line).level !== 'info')
}

describe('Stet as a program', () => {
  it('[S6] [S7] starts, takes a message, streams its answer to the page, and ends in order', async () => {
    await using folder = await temporaryFolder()
    await using stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
    const client = await stet.client()
    const chat = await client.createChat()
    const events: ChatEvent[] = []
    const watch = client.watch({ chats: [chat.id], onEvent: event => events.push(event) })
    await until('a snapshot', () => events.find(event => event.kind === 'snapshot') ?? null)
    const sent = await client.send(chat.id, { text: 'Hello', parentId: null })
    await until('the end of the run', () => events.find(event => event.kind === 'run-ended') ?? null)
    const loaded = await client.chat(chat.id)
    const followed = events.reduce<ChatView | null>(follow, null)
    watch.close()
    stet.kill('SIGTERM')

    const { code, stderr } = await stet.ended()
    expect([code, complaintsIn(stderr)]).toEqual([0, []])
    expect(answersOf(loaded)).toEqual([{ text: expect.stringMatching(/\w/), end: 'complete' }])
    expect(followed && answersOf(followed)).toEqual(answersOf(loaded))
    expect(loaded.path.map(message => message.id).slice(0, 2)).toEqual([sent.messageId, sent.answerId])
    expect(events.some(event => event.kind === 'part-delta')).toBe(true)
  })

  it('[FE-8] [FS-1] killed in the middle of an answer, it comes back with what had arrived, marked as interrupted', async () => {
    await using folder = await temporaryFolder()
    await using first = new StetProcess({ STET_DATA: folder.path })
    const client = await first.client()
    const chat = await client.createChat()
    await client.send(chat.id, { text: 'Tell me what Stet is', parentId: null })
    // What is on the page a full second before the kill must have been committed by then, at a quarter second a commit.
    const before = await until('some text', async () => {
      const text = answersOf(await client.chat(chat.id))[0]?.text ?? ''
      return text.length > 20 ? text : null
    })
    await new Promise(resolve => setTimeout(resolve, 1000))
    const running = answersOf(await client.chat(chat.id))
    first.kill('SIGKILL')
    await first.ended()

    await using second = new StetProcess({ STET_DATA: folder.path })
    const [answer] = answersOf(await (await second.client()).chat(chat.id))
    expect([running[0]?.end, answer?.end, answer?.text.startsWith(before)]).toEqual([null, 'interrupted', true])
  })

  it('[S7] stopped in the middle of an answer, it ends in order and keeps what had arrived', async () => {
    await using folder = await temporaryFolder()
    await using first = new StetProcess({ STET_DATA: folder.path })
    const client = await first.client()
    const chat = await client.createChat()
    const watch = client.watch({ chats: [chat.id], onEvent: () => undefined })
    await client.send(chat.id, { text: 'Tell me what Stet is', parentId: null })
    const before = await until('some text', async () => {
      const text = answersOf(await client.chat(chat.id))[0]?.text ?? ''
      return text.length > 20 ? text : null
    })
    first.kill('SIGINT')
    const { code } = await first.ended()
    watch.close()

    await using second = new StetProcess({ STET_DATA: folder.path })
    const [answer] = answersOf(await (await second.client()).chat(chat.id))
    expect([code, answer?.end, answer?.text.startsWith(before)]).toEqual([0, 'interrupted', true])
  })

  it('crashes visibly: what nobody caught is logged, the store is closed, and the next start finds all in order', async () => {
    await using folder = await temporaryFolder()
    const plant = "process.on('SIGUSR2',()=>Promise.reject(new Error('planted')))"
    const env = { STET_DATA: folder.path, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}` }
    await using first = new StetProcess(env)
    const chat = await (await first.client()).createChat()
    first.kill('SIGUSR2')
    const { code, stderr } = await first.ended()
    const [line = ''] = stderr.split('\n')
    expect([code, JSON.parse(line)]).toEqual([
      1,
      {
        at: expect.any(String),
        level: 'error',
        message: 'Stet crashed',
        origin: 'unhandledRejection',
        error: { error: expect.stringContaining('Error: planted') },
      },
    ])
    expect((await readdir(folder.path)).filter(file => file === 'lock.json' || file.endsWith('.open'))).toEqual([])

    await using second = new StetProcess({ STET_DATA: folder.path })
    expect((await (await second.client()).chat(chat.id)).chat.id).toBe(chat.id)
  })

  it('[FS-5] a second one on the same data folder refuses and names the process of the first', async () => {
    await using folder = await temporaryFolder()
    await using first = new StetProcess({ STET_DATA: folder.path })
    await first.address()
    await using second = new StetProcess({ STET_DATA: folder.path })
    const { code, stdout, stderr } = await second.ended()
    expect([code, stdout, stderr.includes(`process ${first.pid}`)]).toEqual([1, '', true])
    expect((await (await first.client()).health()).ok).toBe(true)
  })

  it('says who has the port', async () => {
    await using folder = await temporaryFolder()
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = address !== null && typeof address !== 'string' ? address.port : 0
    await using stet = new StetProcess({ STET_DATA: folder.path, STET_PORT: String(port) })
    const { code, stderr } = await stet.ended()
    await new Promise(resolve => other.close(resolve))
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^Stet cannot start: Port ${port} of 127.0.0.1 is taken by .* \\(process ${process.pid}\\)\\. .*STET_PORT\\.\n$`,
        ),
      ),
    ])
  })

  it.each([
    ['[Z-14] an address that others could reach', { STET_HOST: '0.0.0.0' }, 'STET_HOST is "0.0.0.0"'],
    ['a port that is none', { STET_PORT: 'http' }, 'STET_PORT is "http"'],
    [
      '[FS-6] a data folder that cannot be made',
      { STET_DATA: '/dev/null/stet' },
      'the data folder /dev/null/stet cannot be used',
    ],
  ])('refuses %s in one line', async (_, env, reason) => {
    await using folder = await temporaryFolder()
    await using stet = new StetProcess({ STET_DATA: folder.path, ...env })
    const { code, stdout, stderr } = await stet.ended()
    expect([code, stdout, stderr.split('\n').length, stderr.includes(reason)]).toEqual([1, '', 2, true])
  })
})

function follow(view: ChatView | null, event: ChatEvent): ChatView | null {
  if (view === null) return event.kind === 'snapshot' ? event.view : null
  const next = applyEvent(view, event)
  if (next === 'resync') throw new Error('the page lost track')
  return next
}
