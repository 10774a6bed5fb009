import type { Scene } from './scene.ts'

/** What can be asked for, as a Markdown list. */
export function invitations(scenes: readonly Scene[]): string {
  return scenes
    .flatMap(({ invitation }) => (invitation === null ? [] : [`- \`${invitation.say}\`: ${invitation.get}`]))
    .join('\n')
}
