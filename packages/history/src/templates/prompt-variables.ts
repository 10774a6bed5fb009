import type { TemplateVariable } from './template.ts'

/** What a system prompt may name (W2). Filled in when the prompt is rendered, never between: the prefix of requests stays as it is. */
export const PROMPT_VARIABLES = [
  { name: 'date', help: 'The day, such as Monday, 16 November 2026' },
  { name: 'time_zone', help: 'The time zone, such as Europe/Berlin' },
  { name: 'workspace', help: 'The name of the workspace' },
  { name: 'model', help: 'The name of the model' },
  { name: 'roots', help: 'The exposed directories, one on each line' },
  { name: 'tools', help: 'The names of the tools of the chat' },
] as const satisfies readonly TemplateVariable[]

export type PromptValues = Readonly<Record<(typeof PROMPT_VARIABLES)[number]['name'], string>>

interface PromptFacts {
  readonly at: number
  readonly timeZone: string
  readonly workspace: string
  readonly model: string
  readonly roots: readonly string[]
  readonly tools: readonly string[]
}

/** The values of the variables of a system prompt at one moment. */
export function promptValues({ at, timeZone, workspace, model, roots, tools }: PromptFacts): PromptValues {
  return {
    date: toDate(at, timeZone),
    time_zone: timeZone,
    workspace,
    model,
    roots: roots.length === 0 ? 'none' : roots.join('\n'),
    tools: tools.length === 0 ? 'none' : tools.join(', '),
  }
}

/** From its parts: runtimes disagree about the commas between them. */
export function toDate(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('weekday')}, ${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}
