import { invitations } from '../invitations.ts'
import { type Scene, say } from '../scene.ts'

export function help(all: () => readonly Scene[]): Scene {
  return {
    name: 'help',
    invitation: null,
    matches: /\bhelp\b|\bwhat (?:can|do) (?:you|i) (?:do|show|say|ask)\b|^\?+$|\bdemo\b/iu,
    play: () =>
      say(`
I am the demo model, a script that looks for a few words. Say one of these, in a sentence or alone:

${invitations(all())}`),
  }
}
