import { ApiError, type Client, type DraftContent, type DraftState } from '@stet/api/client'
import type { DraftShelf } from './draft-shelf.ts'

/** What the user typed and has not sent or saved (W5). It belongs to the home; this browser holds it until the home has it. */
export interface DraftStore {
  /** What this page knows to be typed at a place; null for nothing. */
  read(name: string): DraftContent | null
  /** Takes an edit: saved in this browser at once, at the home half a second later. Resolves when it survives a reload. */
  write(name: string, content: DraftContent | null): Promise<void>
  /** Asks the home what was typed there on another page or device. */
  refresh(name: string): Promise<void>
  /** Passes on what was typed elsewhere, and what this browser held. */
  onArrival(name: string, listener: (content: DraftContent | null) => void): () => void
  /** Sends everything that the home has not acknowledged. */
  flush(): void
  /** Edits that neither the home nor this browser's database has yet: a page that is left now would lose them. */
  unstored(): readonly DraftState[]
  /** Takes up what an earlier page could not send. */
  load(): Promise<void>
}

export interface DraftStoreDeps {
  readonly shelf: DraftShelf
  readonly client: Pick<Client, 'draft' | 'saveDraft'>
  readonly now: () => number
  /** Calls a function later; returns how to cancel that. */
  readonly later: (act: () => void, milliseconds: number) => () => void
  /** For what is not the home's refusal. */
  readonly onTrouble: (error: unknown) => void
}

interface Known extends DraftState {
  readonly isAcknowledged: boolean
}

const SAVE_MS = 500
const RETRY_MS = 5000

export function createDraftStore({ shelf, client, now, later, onTrouble }: DraftStoreDeps): DraftStore {
  const known = new Map<string, Known>()
  const planned = new Map<string, () => void>()
  const sending = new Set<string>()
  const storing = new Map<string, DraftState>()
  const listeners = new Map<string, Set<(content: DraftContent | null) => void>>()

  function plan(name: string, milliseconds: number): void {
    planned.get(name)?.()
    planned.set(
      name,
      later(() => void send(name), milliseconds),
    )
  }

  async function send(name: string): Promise<void> {
    planned.get(name)?.()
    planned.delete(name)
    const draft = known.get(name)
    if (draft === undefined || draft.isAcknowledged || sending.has(name)) return
    sending.add(name)
    try {
      await acknowledge(draft, await client.saveDraft(toInput(draft)))
    } catch (error) {
      if (!(error instanceof ApiError)) onTrouble(error)
      else if (error.retryable) plan(name, RETRY_MS)
    } finally {
      sending.delete(name)
      const current = known.get(name)
      const isTypedMeanwhile = current !== draft && current?.isAcknowledged === false
      // What was sent meanwhile is no draft any more: as long as the home has it, the bytes of its files cannot be deleted.
      if (isTypedMeanwhile && !planned.has(name)) plan(name, current.content === null ? 0 : SAVE_MS)
    }
  }

  async function acknowledge(sent: Known, saved: DraftState): Promise<void> {
    if (known.get(sent.name) === sent) {
      if (saved.editedAt > sent.editedAt) arrive(saved, true)
      // Under the time that the home gave it: a clock that is ahead would hide later edits of others.
      else known.set(sent.name, { ...sent, editedAt: saved.editedAt, isAcknowledged: true })
    }
    await shelf.remove(sent.name, sent.editedAt)
  }

  function arrive(draft: DraftState, isAcknowledged: boolean): void {
    known.set(draft.name, { ...draft, isAcknowledged })
    for (const listener of listeners.get(draft.name) ?? []) listener(draft.content)
  }

  return {
    read: name => known.get(name)?.content ?? null,
    async write(name, content) {
      const before = known.get(name)
      if (content === null && (before?.content ?? null) === null) return
      // Newer than anything that was seen here, also where this clock is behind.
      const editedAt = Math.max(now(), (before?.editedAt ?? 0) + 1)
      const draft = { name, editedAt, content }
      known.set(name, { ...draft, isAcknowledged: false })
      storing.set(name, draft)
      plan(name, SAVE_MS)
      try {
        await shelf.put(draft)
        if (storing.get(name) === draft) storing.delete(name)
      } catch (error) {
        // The home still gets it.
        onTrouble(error)
      }
    },
    async refresh(name) {
      try {
        const found = await client.draft({ name })
        if (found.editedAt > (known.get(name)?.editedAt ?? 0)) arrive(found, true)
      } catch (error) {
        if (!(error instanceof ApiError)) onTrouble(error)
      }
    },
    onArrival(name, listener) {
      const of = listeners.get(name) ?? new Set()
      listeners.set(name, of.add(listener))
      return () => {
        of.delete(listener)
        if (of.size === 0) listeners.delete(name)
      }
    },
    flush() {
      for (const [name, { isAcknowledged }] of known) if (!isAcknowledged) void send(name)
    },
    unstored: () => [...storing.values()].filter(({ name }) => known.get(name)?.isAcknowledged === false),
    async load() {
      for (const draft of await shelf.all()) {
        if (draft.editedAt <= (known.get(draft.name)?.editedAt ?? 0)) continue
        arrive(draft, false)
        plan(draft.name, SAVE_MS)
      }
    },
  }
}

function toInput({ name, editedAt, content }: DraftState) {
  if (content === null) return { name, editedAt, content }
  const { text, files, unsent } = content
  return { name, editedAt, content: { text, attachments: files.map(({ blob, name }) => ({ blob, name })), unsent } }
}
