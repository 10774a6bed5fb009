import type { Tool } from '@stet/tools'
import { createEditFile, createWriteFile } from './change-file.ts'
import type { DirectoryToolDeps } from './directory-tool.ts'
import { createListDirectory } from './list-directory.ts'
import { createReadFile } from './read-file.ts'
import { createSearchFiles } from './search-files.ts'

/** The tools that reach the exposed directories of a chat (T7). */
export function createDirectoryTools(deps: DirectoryToolDeps): readonly Tool[] {
  return [
    createListDirectory(deps),
    createReadFile(deps),
    createSearchFiles(deps),
    createWriteFile(deps),
    createEditFile(deps),
  ]
}
