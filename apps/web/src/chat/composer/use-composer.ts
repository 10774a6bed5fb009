import { ApiError, type DraftContent, type FilePart, type MessageId, type UnsentMessage } from '@stet/api/client'
import { useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { useDraftArrivals } from '../../state/use-draft-arrivals.ts'

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
  /** The initial text. */
  readonly first?: string
  readonly firstFiles?: readonly FilePart[]
  /** Whether an empty message may be sent: calls without a result or waiting messages can be answered. */
  readonly mayBeEmpty?: boolean
  /** Resolves once the server has saved the message. */
  readonly send: (text: string, unsent: UnsentMessage, files: readonly FilePart[]) => Promise<void>
}

/** The typed text, kept until the server has saved it. */
export function useComposer({
  name,
  parentId,
  first = '',
  firstFiles = [],
  mayBeEmpty = false,
  send,
}: ComposerOptions) {
  const { drafts, newKey } = useServices()
  const blank: DraftContent = { text: first, files: firstFiles, unsent: null }
  const [draft, setDraft] = useState<DraftContent>(() => drafts.read(name) ?? blank)
  /** The files of a draft from another device. A new array is a new draft. */
  const [arrived, setArrived] = useState<readonly FilePart[] | null>(null)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<SendTrouble | null>(null)
  const latest = useRef(draft)

  function show(next: DraftContent): void {
    latest.current = next
    setDraft(next)
  }

  useDraftArrivals(name, content => {
    const next = content ?? blank
    show(next)
    setArrived(next.files)
  })

  /** Resolves when it survives a reload. */
  function keep(next: DraftContent): Promise<void> {
    show(next)
    return drafts.write(name, isEmpty(next) ? null : next)
  }

  function setText(text: string): void {
    // A different text is a different message: it must not reuse the key of the one that failed.
    const { files, unsent, text: before } = latest.current
    void keep({ text, files, unsent: text === before ? unsent : null })
    setTrouble(null)
  }

  function clear(text: string): void {
    if (latest.current.text === text) setText('')
  }

  function setFiles(files: readonly FilePart[]): void {
    const { files: before } = latest.current
    if (files.length === before.length && files.every(({ blob }, at) => blob === before[at]?.blob)) return
    void keep({ ...latest.current, files, unsent: null })
    setTrouble(null)
  }

  async function submit(stopFirst = false): Promise<boolean> {
    const { text, files, unsent: before } = latest.current
    if (sending || (isEmpty(latest.current) && !mayBeEmpty)) return false
    const unsent = before ?? { key: newKey(), parentId, stopFirst }
    setSending(true)
    setTrouble(null)
    // Kept before it is sent: should the page close now, the next one sends it again under the same key.
    await keep({ text, files, unsent })
    try {
      await send(text, unsent, files)
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      const retryable = !(error instanceof ApiError) || error.retryable
      const doesNotFit = error instanceof ApiError && error.code === 'cannot-fit'
      setTrouble({ message: error instanceof Error ? error.message : String(error), retryable, doesNotFit })
      // What the server turned down was not written: the next try is a message of its own.
      if (!retryable) void keep({ ...latest.current, unsent: null })
      return false
    } finally {
      setSending(false)
    }
    // Text typed during the request stays.
    const left = latest.current.text === text ? '' : latest.current.text
    void keep({ text: left, files: latest.current.files.filter(file => !files.includes(file)), unsent: null })
    drafts.flush()
    return true
  }

  const canSend = !sending && (mayBeEmpty || !isEmpty(draft))
  return { text: draft.text, files: draft.files, arrived, setText, clear, setFiles, sending, canSend, trouble, submit }
}

function isEmpty({ text, files }: DraftContent): boolean {
  return text.trim() === '' && files.length === 0
}
