import type { Drawing } from '@stet/history'
import { createPatch } from 'diff'
import type { ToolFile } from '../ports.ts'

/** As much of a text as is saved with a call: all of it is in the file, or in the result. */
const DRAWN = 20_000
/** A comparison of longer texts is not worth its time. */
const COMPARED = 400_000
const COMPARE_MS = 300

export function drawFile(entry: ToolFile, text: string | null): Drawing {
  const { path, size, id, version } = entry
  const mediaType = entry.mediaType ?? 'application/octet-stream'
  return { kind: 'file', path, mediaType, size, text: text?.slice(0, DRAWN) ?? null, file: { id, version } }
}

/** A file that would be written. */
export function drawNewFile(path: string, text: string): Drawing {
  const size = new TextEncoder().encode(text).length
  return { kind: 'file', path, mediaType: 'text/plain', size, text: text.slice(0, DRAWN), file: null }
}

/** What changes in a text; none when it takes too long to find out. */
export function drawDiff(path: string, before: string, after: string): readonly Drawing[] {
  if (before.length > COMPARED || after.length > COMPARED) return []
  const patch = createPatch(path, before, after, undefined, undefined, { context: 3, timeout: COMPARE_MS })
  return patch === undefined || patch.length > COMPARED ? [] : [{ kind: 'diff', path, patch }]
}

export function drawCode(label: string, language: string | null, text: string): Drawing {
  const kept =
    text.length > DRAWN
      ? `${text.slice(0, DRAWN)}\n[… ${(text.length - DRAWN).toLocaleString('en')} characters more]`
      : text
  return { kind: 'code', label, language, text: kept }
}
