import type { Scene } from './scene.ts'

/** What can be asked for, as a Markdown list: the last scene first, since the special cases are tried before the pleasant ones. */
export function invitations(scenes: readonly Scene[]): string {
  return scenes
    .toReversed()
    .flatMap(({ invitation }) => (invitation === null ? [] : [`- \`${invitation.say}\`: ${invitation.get}`]))
    .join('\n')
}
