/** What a workspace may be shown with. */
export const WORKSPACE_ICONS = [
  'folder',
  'book',
  'briefcase',
  'code',
  'flask',
  'globe',
  'heart',
  'house',
  'leaf',
  'music',
  'pen',
  'star',
] as const

/** The settings of a chat by what the user changes together: each can be taken from the workspace again. */
export const SETTING_GROUPS = ['model', 'systemPrompt', 'context', 'answer', 'tools', 'wording', 'documents'] as const

export type SettingGroup = (typeof SETTING_GROUPS)[number]
