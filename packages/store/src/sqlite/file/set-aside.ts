import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolderOf } from './connection.ts'
import { dataFilesIn } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'

/** Moves all data files into a new folder inside, so that the next start makes an empty database. Null when there are none. */
export async function setAside(folder: string, now: Date): Promise<string | null> {
  if (!existsSync(folder) || dataFilesIn(folder).length === 0) return null
  const lock = await lockFolder(folder)
  try {
    const target = join(folder, `set-aside-${now.toISOString().replaceAll(':', '-')}`)
    mkdirSync(target, { mode: 0o700 })
    for (const name of dataFilesIn(folder)) renameSync(join(folder, name), join(target, name))
    syncFolderOf(target)
    return target
  } finally {
    lock.release()
  }
}
