import type { EnvChangedMessage } from '@stet/history'

/** What a model is told when directories were exposed or hidden (H8). Paths are quoted: a name may hold a line break. */
export function environmentNote({ roots, added, removed, directives }: EnvChangedMessage): string {
  const lines = [
    'The directories you can reach have changed.',
    ...(added.length === 0 ? [] : [`Added: ${list(added)}`]),
    ...(removed.length === 0 ? [] : [`Removed: ${list(removed)}`]),
    roots.length === 0 ? 'You can reach no directory now.' : `You can now reach: ${list(roots)}`,
    ...directives.map(({ path, text }) => `\nDirectives of ${JSON.stringify(path)}:\n${text}`),
  ]
  return `<system-note>\n${lines.join('\n')}\n</system-note>`
}

function list(paths: readonly string[]): string {
  return paths.map(path => JSON.stringify(path)).join(', ')
}
