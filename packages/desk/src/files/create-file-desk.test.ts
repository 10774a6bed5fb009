import { newKey, openMemoryHome } from '@stet/engine/testing'
import { createFiles } from '@stet/files'
import { expect, it } from 'vitest'
import { createAttachments } from '../attachments/attachments.ts'
import { defaultWorkspace } from '../workspaces/read-workspaces.ts'
import { createFileDesk } from './create-file-desk.ts'

const clock = () => 1
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

/** A home whose PDFs contain their text after the first line. */
async function open() {
  const { store } = openMemoryHome()
  const extracted: string[] = []
  async function extract(bytes: Uint8Array): Promise<string> {
    const text = new TextDecoder().decode(bytes).split('\n')[1] ?? ''
    extracted.push(text)
    if (text === 'damaged') throw new Error('bad XRef entry')
    return text
  }
  const attachments = createAttachments({ store, clock, extract, log: { warn: () => undefined } })
  const desk = createFileDesk({ store, files: createFiles({ store, clock, randomBytes }), attachments, clock })
  const { id: workspaceId } = (await defaultWorkspace({ store, clock })).workspace
  async function save(path: string, content: { text: string } | { blob: string }) {
    return (await desk.writeFile({ key: newKey(), workspaceId, path, content, expect: 'any' })).id
  }
  async function upload(text: string) {
    const bytes = (async function* () {
      yield new TextEncoder().encode(text)
    })()
    return attachments.receive({ name: 'a.pdf', mediaType: 'application/pdf', bytes })
  }
  return { desk, workspaceId, save, upload, extracted }
}

it('[T4] [W4] shows the text of an uploaded PDF as it was stored with the upload', async () => {
  const { desk, workspaceId, save, upload, extracted } = await open()
  const { blob } = await upload('%PDF-1.7\nFerns like shade')
  const id = await save('/ferns.pdf', { blob })
  expect(await desk.text(workspaceId, id)).toEqual({ kind: 'text', text: 'Ferns like shade', characters: 16 })
  expect(extracted).toEqual(['Ferns like shade'])
})

it('[T4] extracts the text of a PDF that was not uploaded, and says when there is none or it cannot be read', async () => {
  const { desk, workspaceId, save } = await open()
  const shown = async (path: string, text: string) => desk.text(workspaceId, await save(path, { text }))
  expect(await shown('/made.pdf', '%PDF-1.7\nMoss')).toEqual({ kind: 'text', text: 'Moss', characters: 4 })
  expect(await shown('/scan.pdf', '%PDF-1.7\n ')).toEqual({ kind: 'none' })
  expect(await shown('/broken.pdf', '%PDF-1.7\ndamaged')).toMatchObject({
    kind: 'failed',
    because: expect.stringContaining('damaged'),
  })
  expect(await shown('/notes.md', 'Notes')).toMatchObject({
    kind: 'failed',
    because: expect.stringContaining('PDF and DOCX'),
  })
  const long = await shown('/long.pdf', `%PDF-1.7\n${'a'.repeat(1_000_001)}`)
  expect(long).toEqual({ kind: 'text', text: 'a'.repeat(1_000_000), characters: 1_000_001 })
})

it('[T4] refuses the text of a folder and of a file that does not exist', async () => {
  const { desk, workspaceId, save } = await open()
  const { id } = await desk.makeFolder({ key: newKey(), workspaceId, path: '/papers' })
  await expect(desk.text(workspaceId, id)).rejects.toMatchObject({ code: 'file-refused' })
  const gone = await save('/a.pdf', { text: '%PDF-1.7\nGone' })
  await desk.deleteFile({ key: newKey(), workspaceId, fileId: gone })
  await expect(desk.text(workspaceId, gone)).rejects.toMatchObject({ code: 'file-not-found' })
})
