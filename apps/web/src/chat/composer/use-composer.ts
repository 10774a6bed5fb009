import { ApiError, type MessageId } from '@stet/api/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComposerDraft, UnsentMessage } from '../../state/draft-store.ts'
import { useServices } from '../../state/services.ts'

const SAVE_MS = 500

export interface SendTrouble {
  readonly message: string
  readonly retryable: boolean
  /** What would be sent is larger than the model or the user allows. */
  readonly doesNotFit: boolean
}

export interface ComposerOptions {
  /** Which draft it keeps: a chat's id, or `new`. */
  readonly name: string
  readonly parentId: MessageId | null
  /** What it holds when nothing was typed yet. */
  readonly first?: string
  /** Whether there is something to be answered without a word: calls that are unanswered, messages that wait. */
  readonly mayBeEmpty?: boolean
  /** Resolves once the message is safe with the server. */
  readonly send: (text: string, unsent: UnsentMessage) => Promise<void>
}

/** What is typed, kept until the server has it. */
export function useComposer({ name, parentId, first = '', mayBeEmpty = false, send }: ComposerOptions) {
  const { drafts, newKey } = useServices()
  const [draft, setDraft] = useState<ComposerDraft>(
    () => drafts.read(name) ?? { text: first, editedAt: 0, unsent: null },
  )
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<SendTrouble | null>(null)
  const latest = useRef(draft)

  const keep = useCallback((next: ComposerDraft) => {
    latest.current = next
    setDraft(next)
  }, [])

  useEffect(() => {
    if (draft.editedAt === 0) return
    const timer = setTimeout(() => drafts.write(name, draft), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, drafts, name])

  useEffect(() => {
    const saveNow = () => {
      if (latest.current.editedAt > 0) drafts.write(name, latest.current)
    }
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [drafts, name])

  function setText(text: string): void {
    // Another text is another message: the key of the one that did not go through must not be used for it.
    keep({ text, editedAt: Date.now(), unsent: text === latest.current.text ? latest.current.unsent : null })
    setTrouble(null)
  }

  async function submit(stopFirst = false): Promise<boolean> {
    const { text, unsent: before } = latest.current
    if (sending || (text.trim() === '' && !mayBeEmpty)) return false
    const unsent = before ?? { key: newKey(), parentId, stopFirst }
    setSending(true)
    setTrouble(null)
    // Kept before it is sent: should the page close now, the next one sends it again under the same key.
    const attempt = { text, editedAt: Date.now(), unsent }
    keep(attempt)
    drafts.write(name, attempt)
    try {
      await send(text, unsent)
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      const retryable = !(error instanceof ApiError) || error.retryable
      const doesNotFit = error instanceof ApiError && error.code === 'cannot-fit'
      setTrouble({ message: error instanceof Error ? error.message : String(error), retryable, doesNotFit })
      // What the server turned down was not written: the next try is a message of its own.
      if (!retryable) keep({ ...latest.current, unsent: null })
      return false
    } finally {
      setSending(false)
    }
    // What was typed while it was on its way stays.
    if (latest.current.text === text) keep({ text: '', editedAt: Date.now(), unsent: null })
    drafts.write(name, latest.current)
    return true
  }

  const canSend = !sending && (mayBeEmpty || draft.text.trim() !== '')
  return { text: draft.text, setText, sending, canSend, trouble, submit }
}
