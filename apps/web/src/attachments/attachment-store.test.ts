import type { FilePart } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { type AttachmentDeps, createAttachmentStore } from './attachment-store.ts'

const part = (name: string): FilePart => ({ kind: 'file', blob: name, name, mediaType: 'text/plain', size: 1 })
const file = (name: string, type = 'text/plain') => new File(['a'], name, { type })

/** A home whose uploads end when the test says so. */
function open(most = 10) {
  const uploads: { name: string; signal: AbortSignal; end: () => void; fail: (error: Error) => void }[] = []
  const send: AttachmentDeps['send'] = ({ name }, report, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ part: FilePart }>()
    report({ kind: 'uploading', share: 0.5 })
    signal.addEventListener('abort', () => reject(signal.reason))
    uploads.push({ name, signal, end: () => resolve({ part: part(name) }), fail: reject })
    return promise
  }
  const explain = (error: unknown) => ({ because: String(error), retryable: true })
  const store = createAttachmentStore({ send, explain, most })
  const states = () => store.files().map(({ name, state }) => `${name} ${state.kind}`)
  return { store, uploads, states }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

describe('the files of a composer', () => {
  it('[W4] uploads two at a time, in the order in which they were added', async () => {
    const { store, uploads, states } = open()
    expect(store.add([file('a'), file('b'), file('c')])).toBe(0)
    expect([uploads.map(({ name }) => name), states()]).toEqual([
      ['a', 'b'],
      ['a uploading', 'b uploading', 'c preparing'],
    ])
    uploads[0]?.end()
    await settled()
    expect([uploads.map(({ name }) => name), states()]).toEqual([
      ['a', 'b', 'c'],
      ['a ready', 'b uploading', 'c uploading'],
    ])
  })

  it('[W4] takes no more than a message may have, and says how many it left', () => {
    const { store } = open(2)
    store.adopt([part('kept')])
    expect([store.add([file('a'), file('b'), file('c')]), store.files().length]).toEqual([2, 2])
  })

  it('[W4] cancels an upload, and the next one starts', async () => {
    const { store, uploads, states } = open()
    store.add([file('a'), file('b'), file('c')])
    store.remove(store.files()[0]?.key ?? '')
    await settled()
    expect([uploads[0]?.signal.aborted, states()]).toEqual([true, ['b uploading', 'c uploading']])
    store.clear()
    expect([uploads.every(({ signal }) => signal.aborted), states()]).toEqual([true, []])
  })

  it('[W4] keeps a failed upload with the reason, and tries it again', async () => {
    const { store, uploads, states } = open()
    store.add([file('a')])
    uploads[0]?.fail(new Error('cut off'))
    await settled()
    expect(store.files()[0]?.state).toEqual({ kind: 'failed', because: 'Error: cut off', retryable: true })
    store.retry(store.files()[0]?.key ?? '')
    uploads[1]?.end()
    await settled()
    expect(states()).toEqual(['a ready'])
  })

  it('[W4] sends images again when they are to be sent otherwise, and nothing else', async () => {
    const { store, uploads, states } = open()
    store.add([file('a.png', 'image/png'), file('b')])
    for (const { end } of uploads) end()
    await settled()
    store.resendImages()
    expect([uploads.map(({ name }) => name), states()]).toEqual([
      ['a.png', 'b', 'a.png'],
      ['a.png uploading', 'b ready'],
    ])
  })
})
