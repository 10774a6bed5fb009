import type { FilePart } from '@stet/api/client'

/** A file in the composer: being uploaded, or uploaded. */
export interface PendingFile {
  readonly key: string
  readonly name: string
  readonly size: number
  /** What the user chose; null for a file that the home had before. */
  readonly file: File | null
  readonly isImage: boolean
  readonly state: PendingState
}

export type PendingState =
  | { readonly kind: 'preparing' }
  /** `share` of its bytes have been sent, from 0 to 1. */
  | { readonly kind: 'uploading'; readonly share: number }
  | { readonly kind: 'failed'; readonly because: string; readonly retryable: boolean }
  | { readonly kind: 'ready'; readonly part: FilePart }

export interface AttachmentDeps {
  /** Prepares a file and uploads it. Rejects with the reason of the signal when it aborts. */
  readonly send: (
    file: File,
    report: (state: PendingState) => void,
    signal: AbortSignal,
  ) => Promise<{ readonly part: FilePart }>
  readonly explain: (error: unknown) => { readonly because: string; readonly retryable: boolean }
  readonly most: number
}

/** The files of one composer. */
export interface AttachmentStore {
  files(): readonly PendingFile[]
  subscribe(listener: () => void): () => void
  /** Adds files and returns how many did not fit into the limit of a message. */
  add(files: readonly File[]): number
  /** Files that are uploaded already. */
  adopt(parts: readonly FilePart[]): void
  remove(key: string): void
  retry(key: string): void
  /** Sends every chosen image again, because the user chose otherwise how images are sent. */
  resendImages(): void
  clear(): void
}

/** Parallel uploads: more would use up the connections that the page needs. */
const AT_ONCE = 2

export function createAttachmentStore({ send, explain, most }: AttachmentDeps): AttachmentStore {
  let files: readonly PendingFile[] = []
  let made = 0
  const running = new Map<string, AbortController>()
  const waiting: string[] = []
  const listeners = new Set<() => void>()

  function set(next: readonly PendingFile[]): void {
    files = next
    for (const listener of listeners) listener()
  }

  function change(key: string, state: PendingState): void {
    set(files.map(file => (file.key === key ? { ...file, state } : file)))
  }

  function stop(key: string): void {
    running.get(key)?.abort(new DOMException('The upload was cancelled.', 'AbortError'))
    running.delete(key)
    const at = waiting.indexOf(key)
    if (at !== -1) waiting.splice(at, 1)
  }

  function start(key: string): void {
    stop(key)
    waiting.push(key)
    change(key, { kind: 'preparing' })
    next()
  }

  function next(): void {
    while (running.size < AT_ONCE) {
      const key = waiting.shift()
      if (key === undefined) return
      void run(key)
    }
  }

  async function run(key: string): Promise<void> {
    const file = files.find(each => each.key === key)?.file
    if (file == null) return
    const controller = new AbortController()
    running.set(key, controller)
    const report = (state: PendingState) => {
      if (running.get(key) === controller) change(key, state)
    }
    try {
      const { part } = await send(file, report, controller.signal)
      report({ kind: 'ready', part })
    } catch (error) {
      if (!controller.signal.aborted) report({ kind: 'failed', ...explain(error) })
    } finally {
      if (running.get(key) === controller) running.delete(key)
      next()
    }
  }

  return {
    files: () => files,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(given) {
      const taken = given.slice(0, Math.max(0, most - files.length)).map((file): PendingFile => {
        made += 1
        const isImage = file.type.startsWith('image/')
        return { key: `file-${made}`, name: file.name, size: file.size, file, isImage, state: { kind: 'preparing' } }
      })
      set([...files, ...taken])
      for (const { key } of taken) start(key)
      return given.length - taken.length
    },
    adopt(parts) {
      const known = new Set(files.flatMap(({ state }) => (state.kind === 'ready' ? [state.part.blob] : [])))
      const added = parts.filter(({ blob }) => !known.has(blob)).slice(0, Math.max(0, most - files.length))
      set([
        ...files,
        ...added.map((part): PendingFile => {
          made += 1
          const { name, size } = part
          const isImage = part.mediaType.startsWith('image/')
          return { key: `file-${made}`, name, size, file: null, isImage, state: { kind: 'ready', part } }
        }),
      ])
    },
    remove(key) {
      stop(key)
      set(files.filter(file => file.key !== key))
      next()
    },
    retry: start,
    resendImages() {
      for (const { key, file, isImage } of files) if (file !== null && isImage) start(key)
    },
    clear() {
      for (const { key } of files) stop(key)
      set([])
    },
  }
}
