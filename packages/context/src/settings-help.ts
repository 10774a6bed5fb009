import { type SettingRange, settingRanges } from './settings.ts'

/** What a control of the page needs to know of a setting. */
export interface SettingHelp {
  readonly setting: string
  readonly label: string
  /** One line. */
  readonly help: string
  /** What it may be: one of these words, a number of this range, or either. */
  readonly choices: readonly string[]
  readonly range: SettingRange | null
}

/** Every setting of the view, in the order in which the layers use them. */
export const contextSettingsHelp: readonly SettingHelp[] = [
  {
    setting: 'toolMemory.mode',
    label: 'Tool memory',
    help: 'Whether calls and their results are always sent again, or forgotten once enough answers have followed.',
    choices: ['always', 'forget'],
    range: null,
  },
  {
    setting: 'toolMemory.afterConclusions',
    label: 'Forget after',
    help: 'How many answers without calls must follow before tool work is forgotten; 0 forgets it at once.',
    choices: [],
    range: settingRanges['toolMemory.afterConclusions'],
  },
  {
    setting: 'previousCycles',
    label: 'Earlier tool work',
    help: 'Keep the tool work before your last message, or send only what was said.',
    choices: ['keep', 'strip'],
    range: null,
  },
  {
    setting: 'resultLimit',
    label: 'Longest result',
    help: 'Characters of one tool result that are sent; the rest stays in the record.',
    choices: [],
    range: settingRanges.resultLimit,
  },
  {
    setting: 'stepResultLimit',
    label: 'Longest step',
    help: 'Characters of all results of one step together.',
    choices: [],
    range: settingRanges.stepResultLimit,
  },
  {
    setting: 'reasoning',
    label: 'Reasoning',
    help: 'Which earlier reasoning a model reads again: what its maker advises, all, none, or that of the last cycles.',
    choices: ['model', 'all', 'none'],
    range: settingRanges['reasoning.lastCycles'],
  },
  {
    setting: 'maxPromptTokens',
    label: 'Largest request',
    help: "Tokens of one request and its answer; empty for the model's own window.",
    choices: [],
    range: settingRanges.maxPromptTokens,
  },
  {
    setting: 'reservedResponseTokens',
    label: 'Kept for the answer',
    help: 'Tokens of the window that are left free for the answer.',
    choices: [],
    range: settingRanges.reservedResponseTokens,
  },
  {
    setting: 'recentMessagesToKeep',
    label: 'Recent messages kept',
    help: 'How many of the last messages compaction leaves as they are.',
    choices: [],
    range: settingRanges.recentMessagesToKeep,
  },
  {
    setting: 'minRecentMessagesToKeep',
    label: 'At least kept',
    help: 'How few of them it may leave when they are too large.',
    choices: [],
    range: settingRanges.minRecentMessagesToKeep,
  },
  {
    setting: 'compaction.automatic',
    label: 'Automatic compaction',
    help: 'Summarise older messages when a request would not fit; when off, such a request is not sent.',
    choices: ['true', 'false'],
    range: null,
  },
  {
    setting: 'compaction.startAt',
    label: 'Start compaction at',
    help: 'The share of the budget at which it starts.',
    choices: [],
    range: settingRanges['compaction.startAt'],
  },
  {
    setting: 'compaction.model',
    label: 'Summaries by',
    help: "The model that writes summaries; empty for the chat's own.",
    choices: [],
    range: null,
  },
  {
    setting: 'cache',
    label: 'Cache',
    help: 'What a provider that needs marks is asked to cache: nothing, the system prompt, or most of the chat.',
    choices: ['all-off', 'system', 'cached'],
    range: null,
  },
]
