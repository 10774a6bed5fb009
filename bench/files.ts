import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createFiles } from '@stet/files'
import type { FileId, WorkspaceId } from '@stet/history'
import { createNodeWorkers } from '@stet/server/javascript'
import {
  blobId,
  FILES_SHELF,
  type FileRecord,
  fileNameRef,
  fromFileRow,
  type Operation,
  type Store,
  toFilePut,
  toFileVersionPut,
} from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { createJavaScript, createSandbox } from '@stet/tools'
import { runTool } from '@stet/tools/testing'
import type { Bench, Report } from './harness/row.ts'
import { compare } from './store/compare.ts'

const FOLDERS = 100
const FILES_IN_EACH = 100
const VERSIONS = 10
const ROUNDS = 201
const SCRIPTS = 31
const PEER = 'the bare store'
const WORKSPACE: WorkspaceId = `ws_${'a'.repeat(32)}`

const folderId = (folder: number): FileId => `file_d${String(folder).padStart(31, '0')}`
const fileId = (folder: number, file: number): FileId => `file_${String(folder * 1000 + file).padStart(32, '0')}`
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** 10,000 files with 100,000 versions in a database on the disk, against the store operations that each act needs at least. */
const bench: Bench = async report => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-bench-'))
  const database = await openSqliteDatabase({ folder, search: [] })
  try {
    const store = database.openStore('owner')
    await fill(store)
    await measureFiles(report, store)
    await measureScripts(report)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export default bench

async function fill(store: Store): Promise<void> {
  const blobs = await Promise.all(
    Array.from({ length: VERSIONS }, async (_, version) => {
      const bytes = bytesOf(`Line of version ${version}\n`.repeat(40))
      const blob = await blobId(bytes)
      await store.blobs.put(blob, bytes, 0)
      return { blob, size: bytes.length }
    }),
  )
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const rows: Operation[] = [toFilePut(recordOf(folder, null, null), { expect: 0, order: 'next' })]
    for (let file = 0; file < FILES_IN_EACH; file += 1) {
      const heads = blobs.map(({ blob, size }, index) => headOf(index + 1, blob, size))
      rows.push(toFilePut(recordOf(folder, file, heads.at(-1) ?? null), { expect: 0, order: 'next' }))
      for (const head of heads) {
        rows.push(toFileVersionPut({ ...head, fileId: fileId(folder, file), at: 0, by: { kind: 'user' } }))
      }
    }
    await store.write(rows)
  }
}

function headOf(number: number, blob: string, size: number): NonNullable<FileRecord['head']> {
  return { number, kind: 'text', mediaType: 'text/plain', blob, size }
}

function recordOf(folder: number, file: number | null, head: FileRecord['head']): FileRecord {
  const place =
    file === null
      ? { id: folderId(folder), folderId: null, name: `folder-${folder}` }
      : { id: fileId(folder, file), folderId: folderId(folder), name: `file-${file}.md` }
  return { ...place, workspaceId: WORKSPACE, createdAt: 0, changedAt: 0, head, deleted: null }
}

async function measureFiles(report: Report, store: Store): Promise<void> {
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const files = createFiles({ store, clock: () => 1, randomBytes }).of(WORKSPACE)
  const find = (ref: string) => store.list(FILES_SHELF, { by: { ref }, limit: 1 })
  const goal = { unit: 'ms', peerName: PEER, goal: '<= 2' } as const

  const listed = await compare(
    ROUNDS,
    async round => void (await files.list(`/folder-${round % FOLDERS}`)),
    async round => {
      const folder = round % FOLDERS
      await find(fileNameRef(WORKSPACE, `folder-${folder}`))
      const { rows } = await store.list(FILES_SHELF, { by: { parent: folderId(folder) }, limit: 1000 })
      for (const row of rows) fromFileRow(row)
    },
  )
  report({ name: 'files: list a folder of 100', ...listed, ...goal })

  const blob = await blobId(bytesOf(`Line of version ${VERSIONS - 1}\n`.repeat(40)))
  const read = await compare(
    ROUNDS,
    async round => void (await files.read(`/folder-${round % FOLDERS}/file-${round % 90}.md`)),
    async round => {
      const folder = round % FOLDERS
      await find(fileNameRef(WORKSPACE, `folder-${folder}`))
      await find(fileNameRef(folderId(folder), `file-${round % 90}.md`))
      await store.blobs.get(blob)
    },
  )
  report({ name: 'files: read one of 10,000', ...read, ...goal })

  const change = { expect: 'any', by: { kind: 'user' } } as const
  const written = await compare(
    ROUNDS,
    async round => {
      await files.write(`/folder-${round % FOLDERS}/file-95.md`, bytesOf(`Ours, round ${round}\n`.repeat(40)), change)
    },
    async round => {
      const bytes = bytesOf(`Bare, round ${round}\n`.repeat(40))
      const own = await blobId(bytes)
      await store.blobs.put(own, bytes, 1)
      const folder = round % FOLDERS
      await find(fileNameRef(WORKSPACE, `folder-${folder}`))
      const { rows } = await find(fileNameRef(folderId(folder), 'file-96.md'))
      const [row] = rows
      if (row === undefined) throw new Error('the benchmark lost a file')
      const head = headOf(VERSIONS + 1 + round, own, bytes.length)
      await store.write([
        toFilePut(recordOf(folder, 96, head), { expect: row.version, order: row.order }),
        toFileVersionPut({ ...head, fileId: fileId(folder, 96), at: 1, by: { kind: 'user' } }),
      ])
    },
  )
  report({ name: 'files: write a version', ...written, ...goal })
}

/** From the call to its result, against a thread that makes a bare VM and evaluates the same. */
async function measureScripts(report: Report): Promise<void> {
  const tool = createJavaScript(createSandbox(createNodeWorkers(), 1))
  const wasm = await WebAssembly.compile(
    await readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')),
  )
  const started = await compare(
    SCRIPTS,
    async () => void (await runTool(tool, { code: 'return 1' }, { options: { loadLibraries: false } })),
    () => runBare(wasm),
  )
  report({
    name: 'files: start of a JavaScript call',
    unit: 'ms',
    ...started,
    peerName: 'quickjs-wasi in a thread',
    goal: '<= 1.5',
  })
}

async function runBare(wasm: WebAssembly.Module): Promise<void> {
  const worker = new Worker(new URL('./files/bare-vm.ts', import.meta.url), { workerData: wasm })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
}
