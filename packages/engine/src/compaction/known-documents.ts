import type { ContextDocument } from '@stet/context'
import type { ContextFile } from '@stet/history'
import type { Store } from '@stet/store'
import { readDocumentText } from '../record/read-documents.ts'
import type { Log } from '../runtime/log.ts'

/** Characters of all remembered texts together. */
const MOST_CHARACTERS = 8_000_000

/** The texts of context documents. Every request of a chat needs them, and every inspection while the user types. */
export interface KnownDocuments {
  read(files: readonly ContextFile[]): Promise<readonly ContextDocument[]>
}

export function createKnownDocuments({ store, log }: { readonly store: Store; readonly log: Log }): KnownDocuments {
  /** Least recently used first. A blob never changes. */
  const texts = new Map<string, string>()

  async function textOf({ blob, name }: ContextFile): Promise<string> {
    const known = texts.get(blob)
    texts.delete(blob)
    const text = known ?? (await readDocumentText(store, blob))
    if (text === null) {
      // A damaged file must not end the chat: the model and the user read that it is missing.
      log.error('a context document cannot be read', { blob })
      return `[${name} cannot be read]`
    }
    texts.set(blob, text)
    forget()
    return text
  }

  function forget(): void {
    let characters = 0
    for (const text of texts.values()) characters += text.length
    for (const [blob, text] of texts) {
      if (characters <= MOST_CHARACTERS || texts.size === 1) return
      texts.delete(blob)
      characters -= text.length
    }
  }

  return {
    read: files => Promise.all(files.map(async file => ({ id: file.blob, name: file.name, text: await textOf(file) }))),
  }
}
