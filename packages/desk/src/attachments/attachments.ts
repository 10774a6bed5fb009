import { LARGEST_FILE } from '@stet/commands'
import type { ExtractedText, FilePart } from '@stet/history'
import { isExtractable, mediaTypeOf, rasterType, toFileName } from '@stet/history'
import {
  ATTACHMENTS_SHELF,
  type AttachmentRecord,
  blobId,
  CALLS_SHELF,
  Conflict,
  FILE_VERSIONS_SHELF,
  fromAttachmentRow,
  MESSAGES_SHELF,
  type ReadRow,
  readRange,
  receiveBlob,
  type Store,
  sizeOf,
  toAttachmentPut,
  WAITING_SHELF,
} from '@stet/store'

export interface AttachmentsDeps {
  readonly store: Store
  readonly clock: () => number
  /** The text of a file that `isExtractable`; rejects when it cannot be read. Absent where a home cannot extract any. */
  readonly extract?: (bytes: Uint8Array, mediaType: string) => Promise<string>
  readonly log: { warn(message: string, facts: Readonly<Record<string, unknown>>): void }
}

/** Files that the user adds to messages (W4). */
export interface Attachments {
  /** Stores a file while it arrives. Throws `BlobTooLarge`, or what its source throws; nothing of it is left then. */
  receive(file: ArrivingFile): Promise<FilePart>
  /** A file that a message, a call or an upload names; null for any other blob. */
  open(blob: string): Promise<OpenFile | null>
  /** The text of a PDF or DOCX: as stored with the upload, else extracted now. Stores nothing. */
  text(file: StoredFile): Promise<ShownText>
}

export interface StoredFile {
  readonly blob: string
  readonly mediaType: string
  readonly size: number
}

/** The text of a file as a page shows it. */
export type ShownText =
  /** The first of so many characters, usually all. */
  | { readonly kind: 'text'; readonly text: string; readonly characters: number }
  /** It has none, such as a scan. */
  | { readonly kind: 'none' }
  /** A sentence for the user. */
  | { readonly kind: 'failed'; readonly because: string }

type Extraction = { readonly text: string } | { readonly because: string }

export interface ArrivingFile {
  readonly name: string
  /** As its sender claims. */
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface OpenFile {
  readonly size: number
  /** The type of a picture made of pixels; null for anything else. */
  readonly raster: string | null
  /** From one byte up to and without another. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

/** Enough bytes to recognise the type of a file. */
const START_BYTES = 4096
/** Whose rows name files. */
const NAMING_SHELVES = [MESSAGES_SHELF, WAITING_SHELF, CALLS_SHELF, FILE_VERSIONS_SHELF]

/** Reading a larger one whole would take too much memory. */
const LARGEST_EXTRACTED = 50 * 1024 * 1024
/** Characters of a text that a page shows at once. */
const LONGEST_SHOWN = 1_000_000

export function createAttachments({ store, clock, extract, log }: AttachmentsDeps): Attachments {
  async function find(blob: string): Promise<{ readonly record: AttachmentRecord; readonly version: number } | null> {
    const row = await store.get(ATTACHMENTS_SHELF, blob)
    const record = row === null ? null : fromAttachmentRow(row)
    return row === null || record === null || 'unreadable' in record ? null : { record, version: row.version }
  }

  async function remember(record: AttachmentRecord): Promise<AttachmentRecord> {
    const known = await find(record.id)
    if (known !== null) return known.record
    try {
      await store.write([toAttachmentPut(record, await versionOf(store.get(ATTACHMENTS_SHELF, record.id)))])
      return record
    } catch (error) {
      // The same file arrived twice at once.
      if (!(error instanceof Conflict)) throw error
      return (await find(record.id))?.record ?? record
    }
  }

  /** The text, which is empty for a scan, or a sentence that says why there is none. */
  async function extractFrom({ blob, mediaType, size }: StoredFile): Promise<Extraction> {
    if (!isExtractable(mediaType)) return { because: 'Text is extracted from PDF and DOCX files only.' }
    if (extract === undefined) return { because: 'Stet cannot extract text where it runs now.' }
    if (size > LARGEST_EXTRACTED) return { because: 'Text is extracted from files of up to 50 MB.' }
    const bytes = await store.blobs.get(blob)
    if (bytes === null) return { because: 'The file is missing.' }
    try {
      return { text: await extract(bytes, mediaType) }
    } catch (error) {
      log.warn('the text of a file could not be extracted', { blob, mediaType, error })
      return { because: 'The file is damaged, locked with a password, or takes too long to read.' }
    }
  }

  /** Stored once beside the file. A scanned page has none, and neither has a file that cannot be read: it is sent as itself or not at all. */
  async function storeText(file: StoredFile): Promise<ExtractedText | null> {
    const extraction = await extractFrom(file)
    if ('because' in extraction || extraction.text.trim() === '') return null
    const { text } = extraction
    const encoded = new TextEncoder().encode(text)
    const blob = await blobId(encoded)
    await store.blobs.put(blob, encoded, clock())
    return { blob, characters: text.length }
  }

  async function isNamed(blob: string): Promise<boolean> {
    if ((await store.get(ATTACHMENTS_SHELF, blob)) !== null) return true
    const query = { by: { ref: `blob:${blob}` }, limit: 1 }
    for (const shelf of NAMING_SHELVES) {
      const [page] = await store.listHeads(shelf, [query])
      if (page !== undefined && page.heads.length > 0) return true
    }
    return false
  }

  return {
    async receive({ name, mediaType, bytes }) {
      const { source, start } = withStart(bytes)
      const { id, size } = await receiveBlob(store.blobs, source, { limit: LARGEST_FILE, clock })
      const type = mediaTypeOf(mediaType, start())
      const safeName = toFileName(name)
      const known = (await find(id))?.record
      if (known !== undefined) return toFilePart(known, safeName)
      const extracted = await storeText({ blob: id, mediaType: type, size })
      return toFilePart(await remember({ id, name: safeName, mediaType: type, size, at: clock(), extracted }), safeName)
    },
    async open(blob) {
      if (!(await isNamed(blob))) return null
      const found = await store.blobs.open(blob)
      if (found === null) return null
      const start = found.sizes.length === 0 ? new Uint8Array() : await found.piece(0)
      return {
        size: sizeOf(found),
        raster: rasterType(start),
        read: (from, to) => readRange(found, from, to),
      }
    },
    async text(file) {
      const known = (await find(file.blob))?.record.extracted ?? null
      const stored = known === null ? null : await store.blobs.get(known.blob)
      if (stored !== null) return toShown(new TextDecoder().decode(stored))
      const extraction = await extractFrom(file)
      return 'because' in extraction ? { kind: 'failed', ...extraction } : toShown(extraction.text)
    },
  }
}

function toFilePart({ id, mediaType, size, extracted }: AttachmentRecord, name: string): FilePart {
  return { kind: 'file', blob: id, name, mediaType, size, ...(extracted && { extracted }) }
}

function toShown(text: string): ShownText {
  if (text.trim() === '') return { kind: 'none' }
  return { kind: 'text', text: text.slice(0, LONGEST_SHOWN), characters: text.length }
}

/** An unreadable row is replaced. */
async function versionOf(reading: Promise<ReadRow | null>): Promise<number> {
  return (await reading)?.version ?? 0
}

/** The same bytes, and the first of them once they have arrived. */
function withStart(bytes: AsyncIterable<Uint8Array>) {
  const start = new Uint8Array(START_BYTES)
  let filled = 0
  async function* source(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      const taken = chunk.subarray(0, START_BYTES - filled)
      start.set(taken, filled)
      filled += taken.length
      yield chunk
    }
  }
  return { source: source(), start: () => start.subarray(0, filled) }
}
