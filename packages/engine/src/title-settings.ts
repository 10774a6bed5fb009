import { type AnswerSettings, defaultAnswerSettings } from '@stet/history'

/** Whatever a chat is set to, its title is a few words: nothing is searched or thought over for it. */
export const titleSettings: AnswerSettings = {
  ...defaultAnswerSettings,
  // A model that cannot be kept from reasoning spends some of it before the first word.
  outputLimit: 1024,
}
