import type { EnvChangedMessage, Path } from './message.ts'

/** What changed about the directories that a model can reach (H8). */
export type EnvironmentChange = Pick<EnvChangedMessage, 'roots' | 'added' | 'removed'>

/** The directories that the model last read of on this path; null when no message announced any. */
export function announcedRoots(path: Path): readonly string[] | null {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message?.role === 'env-changed') return message.roots
  }
  return null
}

/** What to announce to the model; null for nothing: a directory that was exposed and hidden again is not a change. */
export function environmentChange(announced: readonly string[], roots: readonly string[]): EnvironmentChange | null {
  const added = roots.filter(root => !announced.includes(root))
  const removed = announced.filter(root => !roots.includes(root))
  return added.length === 0 && removed.length === 0 ? null : { roots, added, removed }
}
