import { defaultContextSettings } from '@stet/context'
import type { ChatSettings, ModelFacts } from '@stet/history'
import type { Workspace } from '@stet/store'

/** What a new chat of a workspace starts from (W1): a copy, so that later changes of the workspace leave it alone. */
export function startingSettings({ settings }: Workspace, facts: ModelFacts): ChatSettings {
  const { definition, model } = facts
  return { ...settings, model: { definition, model }, context: settings.context ?? defaultContextSettings(facts) }
}
