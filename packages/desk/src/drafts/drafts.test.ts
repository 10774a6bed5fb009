import { newKey, openMemoryHome } from '@stet/engine/testing'
import { ATTACHMENTS_SHELF, blobId, DRAFTS_SHELF, expireDrafts } from '@stet/store'
import { expect, it } from 'vitest'
import { createAttachments } from '../attachments/attachments.ts'
import { openTestDesk } from '../testing/open-test-desk.ts'

const HOUR = 60 * 60 * 1000
const NOON = 1_800_000_000_000

async function open() {
  const clock = { now: NOON }
  const home = openMemoryHome()
  const { engine, desk } = await openTestDesk(home, { clock: () => clock.now })
  const attachments = createAttachments({ store: home.store, clock: () => clock.now, log: { warn: () => undefined } })
  return { home, engine, desk, clock, attachments }
}

function typed(text: string, attachments: readonly { blob: string; name: string }[] = []) {
  return { text, attachments, unsent: null }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

it('[W5] the newest edit of a draft wins, in whatever order edits arrive', async () => {
  const { desk, engine } = await open()
  const save = (editedAt: number, text: string) => desk.saveDraft({ name: 'new', editedAt, content: typed(text) })
  await save(NOON - 10, 'second')
  const late = await save(NOON - 20, 'first')
  expect(late).toEqual({ name: 'new', editedAt: NOON - 10, content: { text: 'second', files: [], unsent: null } })
  expect(await desk.draft('new')).toEqual(late)
  await Promise.all([save(NOON - 3, 'c'), save(NOON - 1, 'a'), save(NOON - 2, 'b')])
  expect((await desk.draft('new')).content?.text).toBe('a')
  expect(await desk.draft('elsewhere')).toEqual({ name: 'elsewhere', editedAt: 0, content: null })
  await engine.close()
})

it('[W5] a clock that is ahead does not win against every later edit', async () => {
  const { desk, engine, clock } = await open()
  await desk.saveDraft({ name: 'new', editedAt: NOON + 9 * HOUR, content: typed('ahead') })
  clock.now += 1
  await desk.saveDraft({ name: 'new', editedAt: NOON + 1, content: typed('after') })
  expect((await desk.draft('new')).content?.text).toBe('after')
  await engine.close()
})

it('[W5] a draft is gone a day after its last edit; a send that failed stays', async () => {
  const { desk, engine, home, clock } = await open()
  const unsent = { key: 'k', parentId: null, stopFirst: false }
  await desk.saveDraft({ name: 'new', editedAt: NOON, content: typed('old') })
  await desk.saveDraft({ name: 'chat_a', editedAt: NOON, content: { ...typed('send me'), unsent } })
  clock.now += 24 * HOUR - 1
  expect((await desk.draft('new')).content?.text).toBe('old')
  clock.now += 1
  expect([(await desk.draft('new')).content, (await desk.draft('chat_a')).content?.text]).toEqual([null, 'send me'])
  expect(await expireDrafts(home.store, clock.now)).toBe(1)
  const { rows } = await home.store.list(DRAFTS_SHELF, { by: { parent: 'drafts' }, limit: 10 })
  expect(rows.map(({ id }) => id)).toEqual(['chat_a'])
  await engine.close()
})

it('[W5] [FS-11] the files of a draft are there as long as the draft, and go with it', async () => {
  const { desk, engine, home, clock, attachments } = await open()
  const { blob } = await attachments.receive({ name: 'a.txt', mediaType: 'text/plain', bytes: bytesOf('keep me') })
  const missing = await blobId(new TextEncoder().encode('never uploaded'))
  const content = typed('see the file', [
    { blob, name: 'notes.txt' },
    { blob: missing, name: 'gone.txt' },
  ])
  const saved = await desk.saveDraft({ name: 'new', editedAt: NOON, content })
  expect(saved.content?.files).toEqual([{ kind: 'file', blob, name: 'notes.txt', mediaType: 'text/plain', size: 7 }])
  for (const hours of [20, 50, 90]) await home.store.blobs.sweep(NOON + hours * HOUR)
  expect(await home.store.blobs.get(blob)).not.toBeNull()
  clock.now += 1
  await desk.saveDraft({ name: 'new', editedAt: clock.now, content: null })
  for (const hours of [100, 200, 300]) await home.store.blobs.sweep(NOON + hours * HOUR)
  expect(await home.store.blobs.get(blob)).toBeNull()
  expect(await home.store.get(ATTACHMENTS_SHELF, blob)).not.toBeNull()
  await engine.close()
})

it('[W5] the drafts of a chat and of a workspace go with them', async () => {
  const { desk, engine, home } = await open()
  const workspace = await desk.createWorkspace({ key: newKey(), name: 'Garden', icon: 'leaf' })
  const chat = await desk.createChat({ key: newKey(), workspaceId: workspace.id })
  const names = [chat.id, `${chat.id}/system-prompt`, `new/${workspace.id}`, `${workspace.id}/system-prompt`]
  for (const name of [...names, 'new']) await desk.saveDraft({ name, editedAt: NOON - 1, content: typed(name) })
  await desk.deleteWorkspace({ key: newKey(), workspaceId: workspace.id })
  const left = async () => (await home.store.list(DRAFTS_SHELF, { by: { parent: 'drafts' }, limit: 10 })).rows
  await expect.poll(async () => (await left()).map(({ id }) => id)).toEqual(['new'])
  await engine.close()
})
