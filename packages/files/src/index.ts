export { createFiles } from './create-files.ts'
export { detectKind, toText } from './detect-kind.ts'
export { FileError, type FileErrorCode } from './file-error.ts'
export type { DeletedEntry, FileAuthor, FileEntry, Files, FileVersion, WorkspaceFiles } from './files.ts'
