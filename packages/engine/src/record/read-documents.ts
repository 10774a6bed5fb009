import { LONGEST_TEXT } from '@stet/commands'
import { type ContextFile, isTextType } from '@stet/history'
import { FILE_VERSIONS_SHELF, fromFileVersionRow, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'
import { findFile } from './read-files.ts'

/** The text of a document, extracted if it is not a text file; null if it has no text, or is gone. */
export async function readDocumentText(store: Store, blob: string): Promise<string | null> {
  const text = await textBlobOf(store, blob)
  const bytes = text && (await store.blobs.get(text))
  return bytes && new TextDecoder().decode(bytes)
}

async function textBlobOf(store: Store, blob: string): Promise<string | null> {
  const file = await findFile(store, blob)
  if (file?.extracted !== undefined) return file.extracted.blob
  if (file !== null) return isTextType(file.mediaType) ? blob : null
  const { rows } = await store.list(FILE_VERSIONS_SHELF, { by: { ref: `blob:${blob}` }, limit: 1 })
  const [row] = rows
  const version = row && fromFileVersionRow(row)
  return version !== undefined && !('unreadable' in version) && version.kind === 'text' ? blob : null
}

/** Checks documents that a client names: each must have text, and not more than a request could ever hold. */
export async function checkDocuments(store: Store, documents: readonly ContextFile[]): Promise<void> {
  for (const { blob, name } of documents) {
    const text = await readDocumentText(store, blob)
    if (text === null)
      throw new EngineError('invalid', `There is no text in ${name} that a model could read.`, 'documents')
    if (text.length <= LONGEST_TEXT) continue
    const millions = (text.length / 1e6).toFixed(1)
    throw new EngineError(
      'invalid',
      `A document can have 1 million characters; ${name} has ${millions} million.`,
      'documents',
    )
  }
}
