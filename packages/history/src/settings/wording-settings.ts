import { defaultSettings } from './parse-settings.ts'
import { declareSettings, type SettingsOf } from './setting.ts'

/** How the user's messages are sent, and what is asked for titles and summaries (W1, W2). */
export const wordingSettings = declareSettings({
  messageFormat: {
    kind: 'choice',
    section: 'Messages',
    label: 'Message format',
    help: 'How your messages are sent. You always see what you typed; what is sent is fixed when you send it.',
    choices: [
      { value: 'typed', label: 'As typed' },
      { value: 'metadata', label: 'With time, model, context use and cost' },
      { value: 'template', label: 'By template' },
    ],
    default: 'typed',
  },
  messageTemplate: {
    kind: 'text',
    section: 'Messages',
    label: 'Template',
    help: 'For “By template”. {{text}} is what you typed. Also {{date}}, {{time}}, {{time_zone}}, {{model}}, {{context}} and {{cost}}.',
    longest: 10_000,
    default: '{{text}}',
  },
  titleInstruction: {
    kind: 'text',
    section: 'Instructions',
    label: 'Titles',
    help: 'What the model is asked when it writes a title. Leave empty for the built-in instruction.',
    longest: 10_000,
    default: '',
  },
  summaryInstruction: {
    kind: 'text',
    section: 'Instructions',
    label: 'Summaries',
    help: 'What a summary should keep. Leave empty for the built-in instruction.',
    longest: 10_000,
    default: '',
  },
  snapshotInstruction: {
    kind: 'text',
    section: 'Instructions',
    label: 'Snapshots',
    help: 'What a snapshot should look like. Leave empty for the built-in instruction.',
    longest: 10_000,
    default: '',
  },
})

export type WordingSettings = SettingsOf<typeof wordingSettings>

/** What a new chat starts from. */
export const defaultWordingSettings: WordingSettings = defaultSettings(wordingSettings)
