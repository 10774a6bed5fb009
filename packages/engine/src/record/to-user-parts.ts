import type { FilePart, UserPart } from '@stet/history'

/** Files first, so that models read the question after the files. A message of files alone has no text. */
export function toUserParts(text: string, files: readonly FilePart[]): readonly UserPart[] {
  return text.trim() === '' && files.length > 0 ? files : [...files, { kind: 'text', text }]
}
