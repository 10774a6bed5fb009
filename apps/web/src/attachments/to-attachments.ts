import type { FilePart } from '@stet/api/client'

/** Files as a command names them. */
export function toAttachments(files: readonly FilePart[]): { blob: string; name: string }[] {
  return files.map(({ blob, name }) => ({ blob, name }))
}
