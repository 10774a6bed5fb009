import { ApiError, type FilePart, type MessageId } from '@stet/api/client'
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
  readonly firstFiles?: readonly FilePart[]
  /** Whether there is something to be answered without a word: calls that are unanswered, messages that wait. */
  readonly mayBeEmpty?: boolean
  /** Resolves once the message is safe with the server. */
  readonly send: (text: string, unsent: UnsentMessage, files: readonly FilePart[]) => Promise<void>
}

/** What is typed, kept until the server has it. */
export function useComposer({
  name,
  parentId,
  first = '',
  firstFiles = [],
  mayBeEmpty = false,
  send,
}: ComposerOptions) {
  const { drafts, newKey } = useServices()
  const [draft, setDraft] = useState<ComposerDraft>(
    () => drafts.read(name) ?? { text: first, files: firstFiles, editedAt: 0, unsent: null },
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
    const { files, unsent, text: before } = latest.current
    keep({ text, files, editedAt: Date.now(), unsent: text === before ? unsent : null })
    setTrouble(null)
  }

  function setFiles(files: readonly FilePart[]): void {
    keep({ ...latest.current, files, editedAt: Date.now(), unsent: null })
    setTrouble(null)
  }

  async function submit(stopFirst = false): Promise<boolean> {
    const { text, files, unsent: before } = latest.current
    if (sending || (isEmpty(latest.current) && !mayBeEmpty)) return false
    const unsent = before ?? { key: newKey(), parentId, stopFirst }
    setSending(true)
    setTrouble(null)
    // Kept before it is sent: should the page close now, the next one sends it again under the same key.
    const attempt = { text, files, editedAt: Date.now(), unsent }
    keep(attempt)
    drafts.write(name, attempt)
    try {
      await send(text, unsent, files)
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
    const left = latest.current.text === text ? '' : latest.current.text
    keep({
      text: left,
      files: latest.current.files.filter(file => !files.includes(file)),
      editedAt: Date.now(),
      unsent: null,
    })
    drafts.write(name, latest.current)
    return true
  }

  const canSend = !sending && (mayBeEmpty || !isEmpty(draft))
  return { text: draft.text, files: draft.files, setText, setFiles, sending, canSend, trouble, submit }
}

function isEmpty({ text, files }: ComposerDraft): boolean {
  return text.trim() === '' && files.length === 0
}
