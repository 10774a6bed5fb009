import { type FilePart, LARGEST_FILE, MOST_ATTACHMENTS } from '@stet/api/client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { type AttachmentStore, createAttachmentStore, type PendingFile, type PendingState } from './attachment-store.ts'
import { imageHeaderOf, prepareImage, refusalOf } from './prepare-image.ts'
import { preparesImages, setPreparesImages } from './prepares-images.ts'
import { failureOf, uploadFile } from './upload.ts'

export interface Attachments {
  readonly files: readonly PendingFile[]
  /** The uploaded ones, in order. */
  readonly ready: readonly FilePart[]
  /** Whether one is still on its way, or failed: the message would be sent without it. */
  readonly unfinished: 'uploading' | 'failed' | null
  /** Why files were not taken; null when all were. */
  readonly refused: string | null
  readonly prepares: boolean
  readonly add: (files: readonly File[]) => void
  readonly adopt: AttachmentStore['adopt']
  /** Takes these files in place of all others. */
  readonly replace: (parts: readonly FilePart[]) => void
  readonly remove: (key: string) => void
  readonly retry: (key: string) => void
  readonly clear: () => void
  readonly setPrepares: (prepares: boolean) => void
}

/** The files of a composer. `onReady` gets those that the home has whenever they change. */
export function useAttachments(first: readonly FilePart[], onReady: (parts: readonly FilePart[]) => void): Attachments {
  const [store] = useState(() => {
    const made = createAttachmentStore({ send, explain: failureOf, most: MOST_ATTACHMENTS })
    made.adopt(first)
    return made
  })
  const [refused, setRefused] = useState<string | null>(null)
  const [prepares, setPrepares] = useState(preparesImages)
  const files = useSyncExternalStore(store.subscribe, store.files)
  const ready = useMemo(() => files.flatMap(({ state }) => (state.kind === 'ready' ? [state.part] : [])), [files])

  const reported = useRef(ready)
  useEffect(() => {
    const before = reported.current
    reported.current = ready
    if (ready.length !== before.length || ready.some((part, at) => part !== before[at])) onReady(ready)
  })
  useEffect(() => () => store.clear(), [store])

  return {
    files,
    ready,
    unfinished: unfinishedIn(files),
    refused,
    prepares,
    add(given) {
      const left = store.add(given)
      const count = left === 1 ? '1 file was' : `${left} files were`
      setRefused(left === 0 ? null : `A message can have ${MOST_ATTACHMENTS} files. ${count} not added.`)
    },
    adopt: store.adopt,
    replace(parts) {
      store.clear()
      store.adopt(parts)
    },
    remove(key) {
      store.remove(key)
      setRefused(null)
    },
    retry: store.retry,
    clear() {
      store.clear()
      setRefused(null)
    },
    setPrepares(next) {
      setPreparesImages(next)
      setPrepares(next)
      store.resendImages()
    },
  }
}

function unfinishedIn(files: readonly PendingFile[]): Attachments['unfinished'] {
  if (files.some(({ state }) => state.kind === 'failed')) return 'failed'
  return files.some(({ state }) => state.kind !== 'ready') ? 'uploading' : null
}

async function send(
  file: File,
  report: (state: PendingState) => void,
  signal: AbortSignal,
): Promise<{ part: FilePart }> {
  const { bytes, name } = await prepared(file)
  if (bytes.size > LARGEST_FILE)
    throw new Error(`This file has ${formatBytes(bytes.size)}. At most 100 MB can be sent.`)
  signal.throwIfAborted()
  report({ kind: 'uploading', share: 0 })
  const onProgress = (share: number) => report({ kind: 'uploading', share })
  return { part: await uploadFile({ name, bytes, signal, onProgress }) }
}

async function prepared(file: File): Promise<{ readonly bytes: Blob; readonly name: string }> {
  const whole = { bytes: file, name: file.name }
  const header = await imageHeaderOf(file)
  if (header === null) return whole
  const refusal = refusalOf(header)
  if (refusal !== null) throw new Error(refusal)
  return preparesImages() ? prepareImage(file, header) : whole
}
