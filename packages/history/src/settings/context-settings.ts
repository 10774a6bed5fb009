import { declareSettings, type SettingsOf } from './setting.ts'

/** What a user can set about the view of one chat, in the order in which the layers use it. */
export const contextSettings = declareSettings({
  // C3.
  toolMemory: {
    kind: 'choice',
    section: 'Tools',
    label: 'Tool memory',
    help: 'How long tool calls and their results are sent again. A turn ends with an answer that calls no tools.',
    tag: 'mode',
    choices: [
      { value: 'always', label: 'Always remember' },
      {
        value: 'forget',
        label: 'Forget after N turns',
        number: {
          name: 'afterConclusions',
          label: 'Turns until tool calls are forgotten',
          number: 'whole',
          from: 0,
          to: 5,
          default: 1,
          named: { value: 0, label: 'Forget immediately' },
        },
      },
      // X3.
      {
        value: 'when-cheaper',
        label: 'Forget when it saves money',
        number: {
          name: 'afterConclusions',
          label: 'Turns until tool calls may be forgotten',
          number: 'whole',
          from: 0,
          to: 5,
          default: 1,
        },
      },
    ],
    default: 'always',
  },
  // C4.
  previousCycles: {
    kind: 'choice',
    section: 'Tools',
    label: 'Earlier tool calls',
    help: 'What happens to tool calls and results from before your last message.',
    choices: [
      { value: 'keep', label: 'Keep' },
      { value: 'strip', label: 'Send text only' },
    ],
    default: 'keep',
  },
  // C5.
  resultLimit: {
    kind: 'number',
    section: 'Tools',
    label: 'Result limit',
    help: 'Longer tool results are shortened in the middle. The chat keeps them whole.',
    unit: 'characters',
    number: 'whole',
    from: 200,
    to: 10_000_000,
    default: 30_000,
  },
  stepResultLimit: {
    kind: 'number',
    section: 'Tools',
    label: 'Step limit',
    help: 'For all tool results of one step together.',
    unit: 'characters',
    number: 'whole',
    from: 200,
    to: 10_000_000,
    default: 100_000,
  },
  // C23.
  markers: {
    kind: 'choice',
    section: 'Tools',
    label: 'Markers',
    help: 'A short note where something is left out, with the facts likeliest to be needed. The tool Recall reads it again.',
    choices: [
      { value: 'off', label: 'No markers' },
      { value: 'left-out', label: 'For summaries and shortened results' },
      { value: 'all', label: 'Also for forgotten tool calls' },
    ],
    default: 'left-out',
  },
  recall: {
    kind: 'switch',
    section: 'Tools',
    label: 'Offer Recall',
    help: 'Gives the model the tool Recall, to read what a marker replaces. For chats with markers and at least one other tool.',
    default: true,
    // Another tool would change the beginning of every request of an earlier chat.
    before: false,
  },
  // C6.
  reasoning: {
    kind: 'choice',
    section: 'Reasoning',
    label: 'Earlier reasoning',
    help: 'Which of its earlier reasoning the model reads again.',
    choices: [
      { value: 'model', label: 'Model default' },
      { value: 'all', label: 'All' },
      { value: 'none', label: 'None' },
      {
        value: 'last',
        label: 'Since your last N messages',
        number: {
          name: 'lastCycles',
          label: 'Messages of yours since which reasoning is sent',
          number: 'whole',
          from: 1,
          to: 100,
          default: 2,
        },
      },
    ],
    default: 'model',
  },
  // C9.
  maxPromptTokens: {
    kind: 'number',
    section: 'Context window',
    label: 'Largest request',
    help: 'Including the answer. Leave empty to use the model’s context window.',
    unit: 'tokens',
    number: 'whole',
    from: 256,
    to: 100_000_000,
    unset: 'Model’s own',
    default: null,
  },
  reservedResponseTokens: {
    kind: 'number',
    section: 'Context window',
    label: 'Reserved for the answer',
    help: 'Part of the context window that requests leave free.',
    unit: 'tokens',
    number: 'whole',
    from: 0,
    to: 10_000_000,
    below: 'maxPromptTokens',
    default: 512,
  },
  recentMessagesToKeep: {
    kind: 'number',
    section: 'Context window',
    label: 'Recent messages to keep',
    help: 'Compaction does not summarise these.',
    unit: 'messages',
    number: 'whole',
    from: 1,
    to: 1_000,
    default: 6,
  },
  minRecentMessagesToKeep: {
    kind: 'number',
    section: 'Context window',
    label: 'Minimum to keep',
    help: 'Compaction keeps fewer recent messages, down to this many, when they are too long.',
    unit: 'messages',
    number: 'whole',
    from: 1,
    to: 1_000,
    atMost: 'recentMessagesToKeep',
    default: 2,
  },
  // C12.
  compaction: {
    kind: 'group',
    section: 'Compaction',
    settings: {
      automatic: {
        kind: 'switch',
        label: 'Automatic compaction',
        help: 'Summarises older messages when a request does not fit. When off, such a request is not sent.',
        default: true,
      },
      startAt: {
        kind: 'number',
        label: 'Start compaction at',
        help: 'How full the context window may get first.',
        unit: '% full',
        number: 'percent',
        from: 0.01,
        to: 1,
        default: 1,
      },
      // X3.
      wait: {
        kind: 'switch',
        label: 'Wait while that saves money',
        help: 'Above that, a summary waits until it is expected to cost less than reading the messages from the cache.',
        default: false,
      },
      model: {
        kind: 'model',
        label: 'Summary model',
        help: 'Writes the summaries.',
        unset: 'The model of the chat',
        default: null,
      },
      length: {
        kind: 'number',
        label: 'Summary length',
        help: 'About how long summaries are. Leave empty for a quarter of what they replace.',
        unit: 'tokens',
        number: 'whole',
        from: 32,
        to: 100_000,
        unset: 'Automatic',
        default: null,
      },
      // C22.
      facts: {
        kind: 'number',
        label: 'Facts to keep',
        help: 'Each summary lists exact paths, names, numbers and rules from what it replaces. 0 lists none.',
        unit: 'tokens',
        number: 'whole',
        from: 0,
        to: 100_000,
        default: 1500,
      },
    },
  },
  // C14.
  cache: {
    kind: 'choice',
    section: 'Cache',
    label: 'Prompt caching',
    help: 'What to mark for caching. Only some models need marks.',
    choices: [
      { value: 'all-off', label: 'Nothing' },
      { value: 'system', label: 'System prompt' },
      { value: 'cached', label: 'Most of the chat' },
    ],
    default: 'all-off',
  },
  // C24.
  cacheLife: {
    kind: 'choice',
    section: 'Cache',
    label: 'Cache life',
    help: 'How long the provider keeps what is marked. An hour costs more to write, and is offered by some models only.',
    choices: [
      { value: 'pace', label: 'By the pace of the chat' },
      { value: 'short', label: '5 minutes' },
      { value: 'long', label: '1 hour' },
    ],
    default: 'pace',
  },
})

export type ContextSettings = SettingsOf<typeof contextSettings>

/** The tool that reads what a marker replaces. */
export const RECALL = 'recall'

interface RecallSettings {
  readonly context: Pick<ContextSettings, 'markers' | 'recall'>
  readonly tools: readonly { readonly name: string }[]
}

/**
 * Whether a chat offers `recall` although its list of tools does not name it. Settings alone decide, never what was left out: the tool list
 * would change in the middle of a chat, and the provider's cache would be lost (C23). A chat without tools stays one without tools.
 */
export function offersRecall({ context, tools }: RecallSettings): boolean {
  return context.recall && context.markers !== 'off' && tools.length > 0 && !tools.some(({ name }) => name === RECALL)
}
