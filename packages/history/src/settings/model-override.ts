import { declareSettings, type PartialSettingsOf } from './setting.ts'

const TOKENS = { kind: 'number', unit: 'tokens', number: 'whole', from: 1, to: 1_000_000_000 } as const
const PRICE = { kind: 'number', number: 'decimal', from: 0, to: 1_000_000 } as const

/**
 * What is known of a model beside its name. Providers report some of it, and the user can override each field (P1): a field that is absent
 * keeps what is known. Type, parsers, form and documentation derive from this.
 */
export const modelOverride = declareSettings({
  contextWindow: {
    ...TOKENS,
    section: 'Limits',
    label: 'Context window',
    help: 'The longest request and answer together.',
    unset: 'Known value',
    default: null,
  },
  outputLimit: {
    ...TOKENS,
    section: 'Limits',
    label: 'Longest answer',
    help: 'The model writes no more.',
    unset: 'Known value',
    default: null,
  },
  takes: {
    kind: 'group',
    section: 'Abilities',
    settings: {
      images: { kind: 'switch', label: 'Images', help: 'Whether it reads images.', default: false },
      files: { kind: 'switch', label: 'Files', help: 'Whether it reads documents.', default: false },
      tools: { kind: 'switch', label: 'Tools', help: 'Whether it calls tools.', default: false },
    },
  },
  reasoning: {
    kind: 'choice',
    section: 'Abilities',
    label: 'Reasoning',
    help: 'How it is asked to reason.',
    choices: [
      { value: 'none', label: 'None' },
      { value: 'budget', label: 'By budget' },
      { value: 'effort', label: 'By effort' },
      { value: 'level', label: 'By level' },
      { value: 'switch', label: 'On or off' },
    ],
    unset: 'Known value',
    default: null,
  },
  caching: {
    kind: 'choice',
    section: 'Abilities',
    label: 'Prompt caching',
    help: 'Whether the provider caches what was sent before.',
    choices: [
      { value: 'marks', label: 'Needs marks' },
      { value: 'automatic', label: 'Automatic' },
      { value: 'none', label: 'None' },
    ],
    unset: 'Known value',
    default: null,
  },
  prices: {
    kind: 'group',
    section: 'Prices',
    settings: {
      input: { ...PRICE, label: 'Input', help: 'USD per million tokens.', unset: 'Unknown', default: null },
      output: { ...PRICE, label: 'Output', help: 'USD per million tokens.', unset: 'Unknown', default: null },
      cacheRead: { ...PRICE, label: 'Cache read', help: 'USD per million tokens.', unset: 'Unknown', default: null },
      cacheWrite: { ...PRICE, label: 'Cache write', help: 'USD per million tokens.', unset: 'Unknown', default: null },
      cacheWriteLong: {
        ...PRICE,
        label: 'Cache write, 1 hour',
        help: 'USD per million tokens that are cached for an hour.',
        unset: 'Unknown',
        default: null,
      },
      webSearch: { ...PRICE, label: 'One web search', help: 'USD.', unset: 'Unknown', default: null },
      request: { ...PRICE, label: 'One request', help: 'USD, in addition to its tokens.', default: 0 },
      audioInput: { ...PRICE, label: 'Audio input', help: 'USD per million tokens of sound.', default: 0 },
      imageInput: {
        ...PRICE,
        label: 'Image input',
        help: 'USD per million tokens of images, where they cost more than text.',
        unset: 'As text',
        default: null,
      },
      imageOutput: {
        ...PRICE,
        label: 'Image output',
        help: 'USD per million tokens of images that it makes, where they cost more than text.',
        unset: 'As text',
        default: null,
      },
    },
  },
})

export type ModelOverride = PartialSettingsOf<typeof modelOverride>
