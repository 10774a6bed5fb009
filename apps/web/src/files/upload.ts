import type { Client, WorkspaceId } from '@stet/api/client'
import { joinPath } from './file-words.ts'

/** A file from the user's computer, with its path below what was dropped. */
export interface LocalFile {
  readonly path: string
  readonly file: File
}

/** Files and folders that were dropped. Folders must be asked for at once: after the event they are gone. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly LocalFile[]> {
  const entries = [...items].flatMap(item => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(entry => filesIn(entry, '')))).flat()
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<readonly LocalFile[]> {
  const path = `${above}${entry.name}`
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path, file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: FileSystemEntry[] = []
  // A folder is read in portions of a hundred.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    found.push(...some)
  }
  return (await Promise.all(found.map(each => filesIn(each, `${path}/`)))).flat()
}

// Chromium has no classes of these names: an entry says itself what it is.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

interface UploadTo {
  readonly client: Pick<Client, 'upload' | 'writeFile'>
  readonly workspaceId: WorkspaceId
  readonly folder: string
  readonly onProgress: (done: number) => void
}

/** Uploads one after another. A file of the same name becomes an older version. Rejects with the first that failed. */
export async function uploadAll(files: readonly LocalFile[], to: UploadTo): Promise<void> {
  for (const [index, { path, file }] of files.entries()) {
    to.onProgress(index)
    const { blob } = await to.client.upload(file, file.name)
    await to.client.writeFile(to.workspaceId, { path: joinPath(to.folder, path), content: { blob }, expect: 'any' })
  }
}
