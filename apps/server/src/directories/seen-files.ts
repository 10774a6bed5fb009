import { createHash } from 'node:crypto'
import type { ChatId } from '@stet/history'

/** A file as a model last read or wrote it in a chat. */
export interface SeenFile {
  readonly hash: string
  /** Null for one that is too long to be remembered. */
  readonly text: string | null
}

/** What models have read, so that nothing they have not seen is overwritten (FT-3). After a restart nothing has been read. */
export interface SeenFiles {
  note(chatId: ChatId, path: string, bytes: Uint8Array, text: string): void
  find(chatId: ChatId, path: string): SeenFile | null
}

const LONGEST_TEXT = 400_000
const MOST_CHARACTERS = 16_000_000
const MOST_FILES = 10_000

export function createSeenFiles(): SeenFiles {
  const seen = new Map<string, SeenFile>()
  let characters = 0

  function forget(key: string): void {
    characters -= seen.get(key)?.text?.length ?? 0
    seen.delete(key)
  }

  return {
    note(chatId, path, bytes, text) {
      const key = `${chatId} ${path}`
      forget(key)
      const kept = text.length > LONGEST_TEXT ? null : text
      seen.set(key, { hash: hashOf(bytes), text: kept })
      characters += kept?.length ?? 0
      for (const oldest of seen.keys()) {
        if (characters <= MOST_CHARACTERS && seen.size <= MOST_FILES) break
        forget(oldest)
      }
    },
    find: (chatId, path) => seen.get(`${chatId} ${path}`) ?? null,
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
