export { createFiles, type FilesDeps } from './create-files.ts'
export { detectKind, toText } from './detect-kind.ts'
export { FileError, type FileErrorCode } from './file-error.ts'
export { parsePath, whyRefused } from './file-path.ts'
export type {
  DeletedEntry,
  FileAuthor,
  FileChange,
  FileContent,
  FileEntry,
  Files,
  FileVersion,
  WorkspaceFiles,
} from './files.ts'
export { KEPT_VERSIONS, LARGEST_FILE, MOST_LINES } from './files.ts'
