import { answerSettings, contextSettings, type Settings, wordingSettings } from '@stet/api/client'

interface SettingGroupOfPage {
  readonly title: string
  readonly declared: Settings
  /** Where they are changed: a tab of the inspector, and one of a workspace. */
  readonly inChat: 'settings' | 'answer' | 'messages'
  readonly inWorkspace: 'context' | 'answer' | 'messages'
}

/** The declared settings of a chat or workspace, as the page groups them. */
export const settingGroups: readonly SettingGroupOfPage[] = [
  { title: 'Context', declared: contextSettings, inChat: 'settings', inWorkspace: 'context' },
  { title: 'Answers', declared: answerSettings, inChat: 'answer', inWorkspace: 'answer' },
  { title: 'Messages', declared: wordingSettings, inChat: 'messages', inWorkspace: 'messages' },
]
