import { defaultSettings } from './parse-settings.ts'
import { declareSettings, type SettingsOf } from './setting.ts'

/** What a user can set about how a chat's model answers (W1, P5, R9). No provider accepts more than these ranges. */
export const answerSettings = declareSettings({
  temperature: {
    kind: 'number',
    section: 'Sampling',
    label: 'Temperature',
    help: 'Higher values make answers more varied.',
    number: 'decimal',
    from: 0,
    to: 2,
    unset: 'Default',
    default: null,
  },
  topP: {
    kind: 'number',
    section: 'Sampling',
    label: 'Top-p',
    help: 'Picks from the most likely words, up to this total probability.',
    number: 'decimal',
    from: 0,
    to: 1,
    unset: 'Default',
    default: null,
  },
  topK: {
    kind: 'number',
    section: 'Sampling',
    label: 'Top-k',
    help: 'Picks from this many of the most likely words.',
    unit: 'words',
    number: 'whole',
    from: 1,
    to: 100_000,
    unset: 'Default',
    default: null,
  },
  outputLimit: {
    kind: 'number',
    section: 'Sampling',
    label: 'Longest answer',
    help: 'Longer answers are cut off. Reasoning counts too. Leave empty for the model’s maximum.',
    unit: 'tokens',
    number: 'whole',
    from: 1,
    to: 10_000_000,
    unset: 'Maximum',
    default: null,
    before: 1536,
  },
  // Of these, the ones that the kind of reasoning of the chosen model knows are applied.
  reasoning: {
    kind: 'group',
    section: 'Reasoning',
    settings: {
      on: {
        kind: 'switch',
        label: 'Reasoning',
        help: 'The model thinks before it answers. It uses the options below that it supports.',
        default: false,
      },
      budgetTokens: {
        kind: 'number',
        label: 'Budget',
        help: 'Tokens to think with. Anthropic, and Claude on Bedrock.',
        unit: 'tokens',
        appliesTo: ['budget'],
        number: 'whole',
        from: 0,
        to: 10_000_000,
        default: 1024,
      },
      effort: {
        kind: 'choice',
        label: 'Effort',
        help: 'OpenAI and most others. Nova supports low to high; DeepSeek is on unless None.',
        appliesTo: ['effort', 'switch'],
        choices: [
          { value: 'none', label: 'None' },
          { value: 'minimal', label: 'Minimal' },
          { value: 'low', label: 'Low' },
          { value: 'medium', label: 'Medium' },
          { value: 'high', label: 'High' },
          { value: 'xhigh', label: 'Extra high' },
          { value: 'max', label: 'Maximum' },
        ],
        unset: 'Model default',
        default: null,
      },
      summary: {
        kind: 'choice',
        label: 'Summary',
        help: 'How the reasoning is shown. OpenAI Responses only.',
        appliesTo: ['effort', 'switch'],
        choices: [
          { value: 'auto', label: 'Auto' },
          { value: 'concise', label: 'Concise' },
          { value: 'detailed', label: 'Detailed' },
        ],
        unset: 'Model default',
        default: null,
      },
      level: {
        kind: 'choice',
        label: 'Thinking level',
        help: 'Gemini.',
        appliesTo: ['level'],
        choices: [
          { value: 'minimal', label: 'Minimal' },
          { value: 'low', label: 'Low' },
          { value: 'medium', label: 'Medium' },
          { value: 'high', label: 'High' },
        ],
        unset: 'Model default',
        default: null,
      },
    },
  },
  webSearch: {
    kind: 'switch',
    section: 'Answer',
    label: 'Web search',
    help: 'The provider may search the web. It bills each search.',
    default: false,
  },
  webFetch: {
    kind: 'switch',
    section: 'Answer',
    label: 'Web fetch',
    help: 'The provider may read web pages. What it cannot read, Stet’s own tool fetches after asking you.',
    default: false,
  },
  streaming: {
    kind: 'switch',
    section: 'Answer',
    label: 'Streaming',
    help: 'Shows the answer while it is written. When off, it appears once complete.',
    default: true,
  },
  prefill: {
    kind: 'text',
    section: 'Answer',
    label: 'Start of the answer',
    help: 'The answer continues from this text, where the provider supports it.',
    longest: 10_000,
    default: '',
  },
})

export type AnswerSettings = SettingsOf<typeof answerSettings>

export type ReasoningSettings = AnswerSettings['reasoning']

/** Stet's own tool that reads web pages. */
export const WEB_FETCH = 'web_fetch'

interface FetchSettings {
  readonly answer: Pick<AnswerSettings, 'webFetch'>
  readonly tools: readonly { readonly name: string }[]
}

/** Whether a chat offers Stet's own fetch although its list of tools does not name it: as the fallback of the provider's (T8). */
export function offersWebFetch({ answer, tools }: FetchSettings): boolean {
  return answer.webFetch && !tools.some(({ name }) => name === WEB_FETCH)
}

/** What a new chat starts from. */
export const defaultAnswerSettings: AnswerSettings = defaultSettings(answerSettings)
