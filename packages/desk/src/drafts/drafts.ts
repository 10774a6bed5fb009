import type { READS, ReadOf } from '@stet/commands'
import { findFile } from '@stet/engine'
import { type FilePart, toFileName } from '@stet/history'
import {
  DRAFTS_SHELF,
  type DraftContent,
  fromDraftRow,
  isExpiredDraft,
  type Store,
  type StoredDraft,
  toDraftPut,
} from '@stet/store'
import { retryConflict } from '../retry-conflict.ts'

interface DraftDeps {
  readonly store: Store
  readonly clock: () => number
}

/** What is typed at one place of the page (W5). */
export interface DraftState {
  readonly name: string
  /** 0 where nothing was ever typed. */
  readonly editedAt: number
  /** Null when nothing is typed there. */
  readonly content: DraftContent | null
}

export async function readDraft(deps: DraftDeps, name: string): Promise<DraftState> {
  return toState(name, (await findDraft(deps, name)).draft)
}

/** Saves an edit unless a newer one is saved. Answers what is saved now, so that the page knows which one that is. */
export async function saveDraft(deps: DraftDeps, given: ReadOf<typeof READS.saveDraft>): Promise<DraftState> {
  const { name } = given
  // A clock that is ahead must not win against every later edit.
  const editedAt = Math.min(given.editedAt, deps.clock())
  const content = given.content && { ...given.content, files: await filesOf(deps.store, given.content.attachments) }
  return retryConflict(async () => {
    const { draft, version } = await findDraft(deps, name)
    if (draft !== null && draft.editedAt >= editedAt) return toState(name, draft)
    const next: StoredDraft = { id: name, editedAt, content: content && toContent(content) }
    await deps.store.write([toDraftPut(next, version)])
    return toState(name, next)
  })
}

async function findDraft({ store, clock }: DraftDeps, name: string) {
  const row = await store.get(DRAFTS_SHELF, name)
  const draft = row === null ? null : fromDraftRow(row)
  // One that cannot be read is replaced by the next edit.
  const isLost = draft === null || 'unreadable' in draft || isExpiredDraft(draft, clock())
  return { draft: isLost ? null : draft, version: row?.version ?? 0 }
}

/** Those that are still here. */
async function filesOf(store: Store, given: readonly { blob: string; name: string }[]): Promise<readonly FilePart[]> {
  const found = await Promise.all(given.map(({ blob }) => findFile(store, blob)))
  return found.flatMap((file, at) =>
    file === null ? [] : [{ ...file, name: toFileName(given[at]?.name ?? file.name) }],
  )
}

function toContent({ text, files, unsent }: DraftContent): DraftContent {
  return { text, files, unsent }
}

function toState(name: string, draft: StoredDraft | null): DraftState {
  return { name, editedAt: draft?.editedAt ?? 0, content: draft?.content ?? null }
}
