import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readWalFrames } from './write-ahead-log.ts'

const DEFAULT_PAGE_SIZE = 4096

/** The pages of a database file and its log, read without SQLite: damage in one page does not prevent reading the others. */
export class PageFile {
  readonly pageSize: number
  readonly pages: number
  readonly #file: number
  readonly #wal: number | null
  readonly #frames: ReadonlyMap<number, number>

  constructor(file: string) {
    const wal = `${file}-wal`
    this.#file = openSync(file, 'r')
    this.pageSize = readPageSize(this.#file)
    this.#frames = readWalFrames(wal, this.pageSize)
    this.#wal = existsSync(wal) ? openSync(wal, 'r') : null
    // A truncated file ends inside a page, whose beginning may still hold rows.
    const inFile = Math.ceil(fstatSync(this.#file).size / this.pageSize)
    this.pages = this.#frames.keys().reduce((most, page) => Math.max(most, page), inFile)
  }

  /** Null for a page that is in neither file. */
  read(page: number): Buffer | null {
    const bytes = Buffer.alloc(this.pageSize)
    const frame = this.#frames.get(page)
    if (frame !== undefined && this.#wal !== null) {
      return readSync(this.#wal, bytes, 0, this.pageSize, frame) === this.pageSize ? bytes : null
    }
    return readSync(this.#file, bytes, 0, this.pageSize, (page - 1) * this.pageSize) > 0 ? bytes : null
  }

  close(): void {
    closeSync(this.#file)
    if (this.#wal !== null) closeSync(this.#wal)
  }
}

function readPageSize(file: number): number {
  const header = Buffer.alloc(100)
  readSync(file, header, 0, header.length, 0)
  const size = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const valid = size >= 512 && (size & (size - 1)) === 0
  return valid ? size : DEFAULT_PAGE_SIZE
}
