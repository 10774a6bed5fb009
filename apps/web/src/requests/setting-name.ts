import { answerSettings, contextSettings, listSettings } from '@stet/api/client'

const labels = new Map(
  [...listSettings(answerSettings), ...listSettings(contextSettings)].map(({ path, setting }) => [path, setting.label]),
)

/** A setting by the name its control has; one that has none here, by its own. */
export function settingName(path: string): string {
  return labels.get(path) ?? path
}
