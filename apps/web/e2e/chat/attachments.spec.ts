import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WireServer } from '@stet/models/testing'
import { asTakenByPhone, chosen, draw, picker } from '../setup/pictures.ts'
import { answerEnded, answers, composer, expect, send } from '../setup/stet.ts'
import { addProvider, wireTest as test } from '../setup/upstream.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const NOTES = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Ferns\n\nThey like shade.') }

interface SentPart {
  readonly type: string
  readonly text?: string
  readonly image_url?: { readonly url: string }
}

/** What the last user message of the first request with this text held when it reached the provider; the title is asked for later. */
async function received(upstream: WireServer, has: string): Promise<readonly SentPart[]> {
  const find = () => upstream.requests.find(({ body }) => body.includes('"stream":true') && body.includes(has))
  await expect.poll(() => find() !== undefined).toBe(true)
  const { messages } = JSON.parse(find()?.body ?? '{}')
  const { content } = messages.findLast(({ role }: { role: string }) => role === 'user')
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function imageIn(parts: readonly SentPart[]): { readonly type: string; readonly bytes: Buffer } {
  const url = parts.find(({ type }) => type === 'image_url')?.image_url?.url ?? ''
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.+)$/.exec(url) ?? []
  return { type, bytes: Buffer.from(base64, 'base64') }
}

/** How large the browser finds a picture, and its colour at the top. */
async function look(page: Page, { type, bytes }: { type: string; bytes: Buffer }) {
  return page.evaluate(
    async url => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const [red = 0, , blue = 0] = context?.getImageData(bitmap.width / 2, 10, 1, 1).data ?? []
      return { width: bitmap.width, height: bitmap.height, top: red > blue ? 'red' : 'blue' }
    },
    `data:${type};base64,${bytes.toString('base64')}`,
  )
}

test('[W4] a photo is resized, turned upright and sent without its metadata; it shows in the message and opens', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  await page.goto('/')
  const photo = asTakenByPhone(await draw(page, 'photo.jpeg', { width: 3000, height: 1000, type: 'image/jpeg' }))
  expect(photo.buffer.includes('GPS 48.8584')).toBe(true)
  await picker(page).setInputFiles([photo, NOTES])
  await expect(chosen(page)).toHaveCount(2)
  await expect(chosen(page).nth(1)).toContainText('sent as text')
  await expect(page.getByText('Images are resized to 1920 px')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove photo.jpeg' })).toBeVisible()
  await send(page, 'What is this?')
  await page.waitForURL(/\/chats\/chat_/)
  await answerEnded(page)
  await expect(chosen(page)).toHaveCount(0)

  const parts = await received(upstream, 'What is this?')
  expect(parts.map(({ type, text }) => text ?? type)).toEqual([
    'image_url',
    '[file "notes.md", text/markdown]\n# Ferns\n\nThey like shade.',
    'What is this?',
  ])
  const image = imageIn(parts)
  expect([image.type, image.bytes.includes('Exif'), image.bytes.includes('GPS')]).toEqual(['image/jpeg', false, false])

  const said = page.getByRole('article', { name: 'You' })
  const thumbnail = said.getByRole('img', { name: 'photo.jpeg' })
  await expect
    .poll(() => thumbnail.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([640, 1920])
  await page.goto('/providers')
  // The page's own policy forbids to read a data: address.
  await page.goto('about:blank')
  expect(await look(page, image)).toEqual({ width: 640, height: 1920, top: 'red' })
})

test('[W4] the lightbox is used with the keyboard, and a file is downloaded under its name', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  await page.goto('/')
  const one = await draw(page, 'one.png', { width: 60, height: 40, type: 'image/png' })
  const two = await draw(page, 'two.png', { width: 60, height: 40, type: 'image/png', transparent: true })
  await picker(page).setInputFiles([one, two, NOTES])
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3)
  await send(page, 'Look')
  await page.waitForURL(/\/chats\/chat_/)
  const image = imageIn((await received(upstream, 'Look')).slice(1))
  expect(image.type).toBe('image/png')

  await page.getByRole('button', { name: 'Open one.jpg' }).press('Enter')
  const box = page.getByRole('dialog')
  await expect(box.getByRole('img', { name: 'one.jpg' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(box.getByRole('img', { name: 'two.png' })).toBeVisible()
  await expect(box).toContainText('2 / 2')
  const saving = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('two.png')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open one.jpg' })).toBeFocused()

  const savingNotes = page.waitForEvent('download')
  await page.getByRole('link', { name: /notes\.md/ }).click()
  expect((await savingNotes).suggestedFilename()).toBe('notes.md')
})

test('[W4] files are dropped and pasted; an upload that fails is retried, one is cancelled, and ten is the limit', async ({
  page,
}) => {
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  let cut = 0
  await page.route('**/api/blobs', route => {
    cut += 1
    return cut === 1 ? route.abort() : route.continue()
  })
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
  await expect(page.getByText('Drop files to attach them')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(chosen(page)).toContainText('Stet cannot be reached.')
  await composer(page).fill('Hello')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Retry dropped.txt' }).click()
  await expect(chosen(page)).toContainText('7 bytes')
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()

  await composer(page).evaluate(field => {
    const data = new DataTransfer()
    data.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(chosen(page).nth(1)).toContainText('6 bytes')

  const gate = Promise.withResolvers<void>()
  await page.route('**/api/blobs', async route => {
    await gate.promise
    await route.continue()
  })
  await picker(page).setInputFiles(Array.from({ length: 9 }, (_, at) => ({ ...NOTES, name: `${at}.md` })))
  await expect(chosen(page)).toHaveCount(10)
  await expect(page.getByRole('alert')).toContainText('A message can have 10 files. 1 file was not added.')
  await page.getByRole('button', { name: 'Cancel 0.md' }).click()
  await expect(chosen(page)).toHaveCount(9)
  gate.resolve()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(9)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(9)
})

test('[W4] [C8] [C13] editing keeps the files; one that is removed from the context is replaced by a note, and can be restored; one becomes a document', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  await page.goto('/')
  await picker(page).setInputFiles([NOTES, { ...NOTES, name: 'moss.md', buffer: Buffer.from('Moss too.') }])
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await send(page, 'First')
  await page.waitForURL(/\/chats\/chat_/)
  await answerEnded(page)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(chosen(page)).toHaveCount(2)
  await send(page, 'Second')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Second')
  const second = (await received(upstream, 'Second')).map(({ text }) => text).join('\n\n')
  for (const text of ['They like shade.', 'Moss too.', 'Second']) expect(second).toContain(text)
  await answerEnded(page)

  await page.getByRole('link', { name: /moss\.md/ }).hover()
  await page.getByRole('button', { name: 'More for moss.md' }).click()
  await page.getByRole('menuitem', { name: 'Remove from context' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await send(page, 'Third')
  await expect(answers(page)).toHaveCount(2)
  await received(upstream, 'Third')
  const { body } = upstream.requests.findLast(request => request.body.includes('Third')) ?? { body: '' }
  expect([body.includes('Moss too.'), body.includes('1 attachment(s) removed to save space.')]).toEqual([false, true])
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('link', { name: /moss\.md/ })).toBeVisible()

  // What it costs in every request is shown before it is a document.
  await page.getByRole('link', { name: /moss\.md/ }).hover()
  await page.getByRole('button', { name: 'More for moss.md' }).click()
  await page.getByRole('menuitem', { name: 'Use as context document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use as context document?' })
  await expect(dialog.getByRole('status')).toContainText(/moss\.md\s*Adds \d+ tokens/)
  await dialog.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByRole('list', { name: 'Context documents' }).first()).toContainText('moss.md')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('[W4] the camera takes a photo; the page says before sending what the model does not take, and when EXIF is sent', async ({
    page,
  }) => {
    await page.goto('/')
    const photo = asTakenByPhone(await draw(page, 'photo.jpeg', { width: 300, height: 100, type: 'image/jpeg' }))
    await page.getByRole('button', { name: 'Attach files' }).tap()
    const [camera] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Take a photo' }).tap(),
    ])
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles(photo)
    await expect(chosen(page)).toContainText('does not take it')
    await page.getByRole('switch', { name: 'Resize images' }).tap()
    await expect(page.getByText('Images are sent as they are, with EXIF data')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove photo.jpeg' })).toBeVisible()
    const uploading = page.waitForResponse('**/api/blobs')
    await picker(page).setInputFiles({ ...photo, name: 'again.jpeg' })
    const { blob } = await (await uploading).json()
    const stored = await page.request.get(`/api/blobs/${blob}`)
    expect((await stored.body()).includes('GPS 48.8584')).toBe(true)
  })
})

test('[W4] a picture over 50 megapixels is refused, and an animated GIF is sent as it is', async ({ page }) => {
  await page.goto('/')
  const header = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header)
  header.writeUInt32BE(10_000, 16)
  header.writeUInt32BE(6000, 20)
  await picker(page).setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: header })
  await expect(chosen(page)).toContainText('This image has 60 megapixels. At most 50 can be sent')
  await page.getByRole('button', { name: 'Remove huge.png' }).click()
  const gif = Buffer.from(
    '47494638396101000100800000000000ffffff21ff0b4e45545343415045322e30030100000021f904010a0001002c00000000010001000002024c010021f904010a0001002c00000000010001000002024c01003b',
    'hex',
  )
  const uploading = page.waitForResponse('**/api/blobs')
  await picker(page).setInputFiles({ name: 'moving.gif', mimeType: 'image/gif', buffer: gif })
  const { blob, size, mediaType } = await (await uploading).json()
  expect([size, mediaType]).toEqual([gif.length, 'image/gif'])
  expect(Buffer.compare(await (await page.request.get(`/api/blobs/${blob}`)).body(), gif)).toBe(0)
})

test('[W4] a file that is only named like a picture is shown as a file, and sent as what it is', async ({ page }) => {
  await page.goto('/')
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Granite, 40 t.') }
  await picker(page).setInputFiles(text)
  await expect(chosen(page)).toContainText('sent as text')
  await expect(chosen(page).locator('img')).toHaveCount(0)
})

test('[W4] a folder that is dropped says that it is not taken, and why', async ({ page, data }) => {
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  const folder = join(data, 'harbour')
  await mkdir(folder)
  const session = await page.context().newCDPSession(page)
  const dragged = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data: dragged })
  }
  await expect(chosen(page)).toContainText('It cannot be read: it is a folder, or was moved or deleted.')
  await page.getByRole('button', { name: 'Remove harbour' }).click()
  await send(page, 'What is Stet?')
  await page.waitForURL(/\/chats\/chat_/)
})
