import type { EnvChangedMessage, Path } from './message.ts'

/** What changed about the directories that a model can reach (H8). */
export type EnvironmentChange = Pick<EnvChangedMessage, 'roots' | 'added' | 'removed'>

/** The directories that the model was last told of on this path; null when nothing on it tells. */
export function rootsToldIn(path: Path): readonly string[] | null {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message?.role === 'env-changed') return message.roots
  }
  return null
}

/** What the model has to be told; null when it knows: a directory that was exposed and hidden again is no change. */
export function environmentChange(told: readonly string[], roots: readonly string[]): EnvironmentChange | null {
  const added = roots.filter(root => !told.includes(root))
  const removed = told.filter(root => !roots.includes(root))
  return added.length === 0 && removed.length === 0 ? null : { roots, added, removed }
}
