import type { FilePart, ModelFacts, Part } from '@stet/history'

/** What a model may not take: images, or other files. */
export type FileKind = 'images' | 'files'

type Takes = Pick<ModelFacts['takes'], FileKind>

/** How many of a message's files a model does not take, by kind; kinds of which there are none are not in it. */
export type UntakenFiles = ReadonlyMap<FileKind, number>

const none: UntakenFiles = new Map()

export function kindOf({ mediaType }: FilePart): FileKind {
  return mediaType.startsWith('image/') ? 'images' : 'files'
}

export function untakenIn(parts: readonly Part[], takes: Takes): UntakenFiles {
  let found: Map<FileKind, number> | null = null
  for (const part of parts) {
    if (part.kind !== 'file' || takes[kindOf(part)]) continue
    found ??= new Map()
    found.set(kindOf(part), (found.get(kindOf(part)) ?? 0) + 1)
  }
  return found ?? none
}

export function withoutUntaken<P extends Part>(parts: readonly P[], takes: Takes): readonly P[] {
  return parts.filter(part => part.kind !== 'file' || takes[kindOf(part)])
}

/** For the model, in the manner of the note for attachments that were removed (C8). */
export function untakenNotes(untaken: UntakenFiles): readonly string[] {
  return [...untaken].map(
    ([kind, count]) => `<system-note>${count} attachment(s) left out: this model takes no ${kind}.</system-note>`,
  )
}

/** For the person. */
export function untakenReasons(untaken: UntakenFiles): readonly string[] {
  return [...untaken].map(
    ([kind, count]) =>
      `${count} of its attachments ${count === 1 ? 'is' : 'are'} left out: this model takes no ${kind}`,
  )
}
