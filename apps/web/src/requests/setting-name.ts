import { answerHelp } from '../settings/answer-form.ts'

/** A setting by the name its control has; one that has none here, by its own. */
export function settingName(setting: string): string {
  const known: Readonly<Record<string, { readonly label: string }>> = answerHelp
  if (setting === 'cache') return 'Cache'
  return known[setting]?.label ?? setting
}
