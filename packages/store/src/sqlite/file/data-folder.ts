import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../../contract/store-error.ts'

/** The files of a data folder. Only `database` and its copies from upgrades hold what cannot be rebuilt. */
export function dataFiles(folder: string) {
  const database = join(folder, 'stet.sqlite')
  return {
    database,
    wal: `${database}-wal`,
    /** There while the database is open: found at a start, the last end was not a clean one. */
    open: `${database}.open`,
    /** Its time says when the whole database was last found sound. */
    checked: `${database}.checked`,
    /** A database that is being made or upgraded: worthless until it is renamed into place. */
    next: `${database}.next`,
    search: join(folder, 'search.sqlite'),
    journal: join(folder, 'journal.sqlite'),
    /** Made by the server home. */
    key: join(folder, 'secrets.key'),
    lock: join(folder, 'lock.sqlite'),
    holder: join(folder, 'lock.json'),
  }
}

export type DataFiles = ReturnType<typeof dataFiles>

/** The names of all files in a folder that hold data: not locks, which any process may leave. */
export function dataFilesIn(folder: string): readonly string[] {
  const { database, search, journal, key } = dataFiles(folder)
  const names = [database, search, journal, key].map(file => basename(file))
  return readdirSync(folder).filter(file => names.some(name => file.startsWith(name)))
}

/** What decides whether a folder can hold data safely. */
export interface FolderFacts {
  readonly owner: number
  /** Null on a system without user ids. */
  readonly user: number | null
  /** Why it cannot be written, or null. */
  readonly unwritable: string | null
  /** The type number of the file system, or null where the system gives none. */
  readonly fileSystem: number | null
}

/** File systems whose locks or syncs are not good enough for SQLite. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9p'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
])

export function readFolderFacts(folder: string): FolderFacts {
  return {
    owner: statSync(folder).uid,
    user: process.getuid?.() ?? null,
    unwritable: whyUnwritable(folder),
    // On other systems the numbers are assigned at run time and mean nothing.
    fileSystem: process.platform === 'linux' ? statfsSync(folder).type : null,
  }
}

export function assertFolderIsSafe(folder: string, facts: FolderFacts): void {
  const network = facts.fileSystem === null ? undefined : NETWORK_FILE_SYSTEMS.get(facts.fileSystem)
  if (network !== undefined) {
    throw refused(folder, `it is on a network file system (${network}), which can lose data; choose a local folder`)
  }
  if (facts.user !== null && facts.owner !== facts.user) {
    throw refused(folder, `it belongs to user ${facts.owner}, and this is user ${facts.user}`)
  }
  if (facts.unwritable !== null) throw refused(folder, `it cannot be written (${facts.unwritable})`)
}

/** Makes the folder if it is missing, refuses one that is not safe, and closes it to other users. */
export function prepareFolder(folder: string, readFacts: (folder: string) => FolderFacts): void {
  if (!existsSync(folder)) makeFolder(folder)
  assertFolderIsSafe(folder, readFacts(folder))
  if ((statSync(folder).mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

function makeFolder(folder: string): void {
  try {
    const missing = parents(folder).filter(each => !existsSync(each))
    // One by one: a recursive mkdir never returns where the file system itself refuses, as in /proc.
    for (const each of missing) mkdirSync(each, { mode: 0o700 })
  } catch (error) {
    throw refused(folder, `it cannot be made (${codeOf(error)})`, error)
  }
}

/** The folder and all above it, the topmost first. */
function parents(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [...parents(above), folder]
}

function whyUnwritable(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { database } = dataFiles(folder)
    if (existsSync(database)) accessSync(database, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}

function refused(folder: string, because: string, cause?: unknown): StoreError {
  return new StoreError('refused', `the data folder ${folder} cannot be used: ${because}`, cause)
}
