import { ModelError } from '@stet/models'
import { blobId, toAttachmentPut } from '@stet/store'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  finished,
  openMemoryHome,
  openPage,
  openTestEngine,
  writeChat,
} from '../../testing/index.ts'

const CALL = { kind: 'tool-call', tool: 'look', providerCallId: 'toolu_1' } as const
const REASONING = { kind: 'reasoning', text: 'Ferns, then.', signature: 'EqUCCqICAb4+9vsh8Pd5=' } as const
const SOURCE = {
  kind: 'source',
  url: 'https://example.org/ferns',
  title: 'Ferns',
  citedText: 'They like shade.',
} as const
const SEARCH = { kind: 'provider-call', tool: 'web_search', input: 'ferns', outcome: 'done' } as const
const TEXT = { kind: 'text', text: 'I will look.' } as const

it('[H3] every kind of part is stored as it came, and reads the same while it runs, loaded again and after a restart', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const [notes, picture] = [new TextEncoder().encode('They like shade.'), new Uint8Array([137, 80, 78, 71])]
  const [notesBlob, pictureBlob] = [await blobId(notes), await blobId(picture)]
  await home.store.blobs.put(notesBlob, notes, 1)
  const file = { name: 'notes.txt', mediaType: 'text/plain', size: notes.length }
  await home.store.write([toAttachmentPut({ id: notesBlob, ...file, at: 1, extracted: null }, 0)])
  const models = createScriptedModels(function* ({ request }) {
    if (request.messages.length > 1) {
      yield { kind: 'part-started', part: 0, start: { kind: 'text' } }
      yield { kind: 'part-delta', part: 0, text: 'As far as I' }
      throw new ModelError('auth', { message: 'The key was rejected.', status: 401 })
    }
    yield finished([
      REASONING,
      TEXT,
      SEARCH,
      SOURCE,
      { kind: 'made-file', name: 'fern.png', mediaType: 'image/png', bytes: picture },
      { ...CALL, input: '{"at": "ferns"' },
    ])
  })
  const { engine } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const attachments = [{ blob: notesBlob, name: 'notes.txt' }]
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Look', attachments })
  const { path } = await page.untilEnded(runId)
  const said = path.flatMap(message =>
    message.role === 'user' || message.role === 'assistant' || message.role === 'tool-results' ? [message.parts] : [],
  )
  const callId = expect.stringMatching(/^call_/)
  expect(said).toEqual([
    [
      { kind: 'file', blob: notesBlob, ...file },
      { kind: 'text', text: 'Look' },
    ],
    [
      REASONING,
      TEXT,
      SEARCH,
      SOURCE,
      { kind: 'file', blob: pictureBlob, name: 'fern.png', mediaType: 'image/png', size: 4 },
      // What the model wrote, although it is no JSON.
      { ...CALL, callId, input: '{"at": "ferns"' },
    ],
    [
      {
        kind: 'tool-result',
        callId,
        tool: 'look',
        outcome: 'failed',
        content: [expect.objectContaining({ kind: 'text' })],
      },
    ],
    [
      { kind: 'text', text: 'As far as I' },
      { kind: 'error', code: 'auth', message: 'The key was rejected.', status: 401, retryable: false },
    ],
  ])
  page.leave()
  expect((await engine.view(chatId)).path).toEqual(path)
  await engine.close()
  const { engine: again } = await openTestEngine(home, { models })
  expect((await again.view(chatId)).path).toEqual(path)
  await again.close()
})
