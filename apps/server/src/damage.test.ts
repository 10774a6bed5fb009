import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ChatId, MessageId } from '@stet/api/client'
import { openHome } from '@stet/home'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { describe, expect, it } from 'vitest'
import { allowedCallers } from './allowed-callers.ts'
import { openDataFolder } from './open-data-folder.ts'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'

/** A data folder with one chat, ended in order. */
async function withChat(folder: string): Promise<ChatId> {
  await using stet = new StetProcess({ STET_DATA: folder, STET_DEMO_PACE: '0' })
  const { id } = await (await stet.client()).createChat()
  stet.kill('SIGTERM')
  await stet.ended()
  return id
}

/** A data folder with one chat of two questions, each longer than a page of the database holds beside others, and their answers. */
async function withMessages(folder: string): Promise<ChatId> {
  await using stet = new StetProcess({ STET_DATA: folder, STET_DEMO_PACE: '0' })
  const client = await stet.client()
  const { id } = await client.createChat()
  let parentId: MessageId | null = null
  for (const name of ['first', 'second']) {
    const { answerId } = await client.send(id, { text: `${name} ${'word '.repeat(700)}`, parentId })
    await expect.poll(async () => (await client.chat(id)).path.some(message => message.id === answerId)).toBe(true)
    parentId = answerId
  }
  stet.kill('SIGTERM')
  await stet.ended()
  return id
}

/** Overwrites the leaf page of a table that has a message, or its only one. */
async function damageLeaf(folder: string, table: string): Promise<void> {
  const file = join(folder, 'stet.sqlite')
  const database = new DatabaseSync(file, { readOnly: true })
  const pages = database
    .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno")
    .all(table)
    .map(({ pageno }) => Number(pageno))
  database.close()
  const bytes = await readFile(file)
  const of = (page: number) => bytes.subarray((page - 1) * 4096, page * 4096)
  const page = pages.find(each => of(each).includes('second word')) ?? pages[0] ?? 0
  of(page).fill(0xee)
  await writeFile(file, bytes)
}

/** Makes the page that leads to all rows unreadable: the database can no longer be opened, and no row is lost. */
async function damage(folder: string): Promise<Buffer> {
  const file = join(folder, 'stet.sqlite')
  const bytes = await readFile(file)
  bytes.fill(0xee, 18, 80)
  bytes.fill(0xee, 100, 4096)
  await writeFile(file, bytes)
  return bytes
}

/** Breaks the last page, an index: every row can still be read, and only a check of the whole file finds it. */
async function damageIndex(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'stet.sqlite'))
  const pages = Number(database.prepare('pragma page_count').get()?.page_count)
  const size = Number(database.prepare('pragma page_size').get()?.page_size)
  database.close()
  const file = join(folder, 'stet.sqlite')
  const bytes = await readFile(file)
  bytes.fill(0xee, (pages - 1) * size, pages * size)
  await writeFile(file, bytes)
}

describe('a damaged database', { timeout: 120_000 }, () => {
  it('[FS-4] opens read-only with its readable rows, a notice and a download, and stays as it is', async () => {
    await using folder = await temporaryFolder()
    const chatId = await withChat(folder.path)
    const bytes = await damage(folder.path)
    await using stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
    const client = await stet.client()
    expect((await client.chat(chatId)).chat.id).toBe(chatId)
    const { readOnly } = await client.readOnly()
    expect(readOnly).toMatchObject({ because: expect.stringMatching(/damaged.*stet salvage/) })
    await expect(client.createChat()).rejects.toMatchObject({ code: 'read-only' })
    const download = await fetch((await stet.address()) + readOnly?.download)
    const rows = (await download.text())
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'row', shelf: 'chats', id: chatId }))
    stet.kill('SIGTERM')
    expect(await stet.ended()).toMatchObject({ code: 0, stderr: expect.stringMatching(/damaged and open read-only/) })
    expect(await readFile(join(folder.path, 'stet.sqlite'))).toEqual(bytes)
  })

  it.each([
    ['rows', 'a page of messages'],
    ['owners', 'the page that says whose the rows are'],
  ])('[FS-4] costs the messages that lay on it, and no chat, when %s lost %s', async (table, _) => {
    await using folder = await temporaryFolder()
    const chatId = await withMessages(folder.path)
    await damageLeaf(folder.path, table)
    await using stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
    const client = await stet.client()
    expect((await client.listChats({ limit: 5 })).chats).toHaveLength(1)
    const { path } = await client.chat(chatId)
    const roles = ['user', 'assistant', 'user', 'assistant']
    expect(path.filter(({ role }) => roles.includes(role) || role === 'unreadable')).toHaveLength(roles.length)
    expect(path.some(({ role }) => role === 'unreadable')).toBe(table === 'rows')
    expect((await client.outline(chatId, {})).turns.length).toBeGreaterThan(0)
    stet.kill('SIGTERM')
    await stet.ended()
  })

  it('[FS-4] is salvaged into a clean copy that opens', async () => {
    await using folder = await temporaryFolder()
    const chatId = await withChat(folder.path)
    await damage(folder.path)
    const copy = join(folder.path, 'copy', 'stet.sqlite')
    await (await openSqliteDatabase({ folder: join(folder.path, 'copy') })).close()
    await rm(copy)
    await using stet = new StetProcess({ STET_DATA: folder.path }, ['salvage', copy])
    expect(await stet.ended()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Saved \d+ rows .*\nLost: 0 rows/),
    })
    const database = await openSqliteDatabase({ folder: join(folder.path, 'copy') })
    expect(await database.openStore('owner').get('chats', chatId)).toHaveProperty('body')
    await database.close()
  })

  it('[FS-4] that is deleted beside its key file is refused, and --fresh sets the rest aside', async () => {
    await using folder = await temporaryFolder()
    await withChat(folder.path)
    await rm(join(folder.path, 'stet.sqlite'))
    await using refused = new StetProcess({ STET_DATA: folder.path })
    const { code, stderr } = await refused.ended()
    expect([code, stderr]).toEqual([1, expect.stringMatching(/stet\.sqlite is missing, but .*secrets\.key.* --fresh/)])
    await using fresh = new StetProcess({ STET_DATA: folder.path }, ['start', '--fresh'])
    expect((await (await fresh.client()).listChats({ limit: 5 })).chats).toEqual([])
    const [aside = ''] = (await readdir(folder.path)).filter(name => name.startsWith('set-aside-'))
    expect(await readdir(join(folder.path, aside))).toContain('secrets.key')
    fresh.kill('SIGTERM')
    await fresh.ended()
  })

  it('[FS-4] found while it is open makes it read-only from then on, with the notice and the download', async () => {
    await using folder = await temporaryFolder()
    const chatId = await withChat(folder.path)
    await damageIndex(folder.path)
    const found = Promise.withResolvers<void>()
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (message: string) => message.includes('read-only') && found.resolve(),
    }
    const data = await openDataFolder(folder.path, log, { checkFirstBytes: 0 })
    const allowed = allowedCallers(4848)
    const home = await openHome({ ...data, fetch, tools: [], log, version: '1', allowed })
    const ask = (path: string, init: RequestInit = {}) =>
      home.fetch(
        new Request(`http://127.0.0.1:4848${path}`, { ...init, headers: { host: '127.0.0.1:4848', ...init.headers } }),
      )
    const change = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: '{}',
    }
    await found.promise
    expect((await ask('/api/chats', change)).status).toBe(503)
    expect(await (await ask('/api/read-only')).json()).toMatchObject({
      readOnly: { because: expect.stringMatching(/damaged.*stet salvage/), download: expect.any(String) },
    })
    expect((await ask(`/api/chats/${chatId}`)).status).toBe(200)
    const { readOnly } = await (await ask('/api/read-only')).json()
    expect(await (await ask(readOnly.download)).text()).toContain(chatId)
    await home.close()
    await data.close()
  })
})
