import type { ProviderType } from '../provider-type.ts'
import type { Family } from './known-model.ts'

const openai: readonly ProviderType[] = ['openai-responses', 'openai-chat']
const claude: readonly ProviderType[] = ['anthropic', 'bedrock']

/**
 * What neither providers nor the price data say of models, from general to particular: a later row overrides an earlier one.
 * It is a convenience: a model that is in no row works with what its provider says and what its type assumes.
 */
export const knownModels: readonly Family[] = [
  // OpenAI, also where others serve its models
  {
    types: openai,
    pattern: /\bgpt-(3\.5|4)/,
    known: { takes: { images: false, files: false }, reasoning: 'none', outputLimit: 4_096 },
  },
  {
    types: openai,
    pattern: /\b(chat)?gpt-4(o|\.1|\.5)/,
    known: { takes: { images: true, files: true }, outputLimit: 16_384 },
  },
  { types: openai, pattern: /\bgpt-4-(turbo|vision)/, known: { takes: { images: true } } },
  { types: openai, pattern: /\bgpt-4$|\bgpt-4-(0314|0613)/, known: { outputLimit: 8_192 } },
  { types: openai, pattern: /\bgpt-4\.1/, known: { outputLimit: 32_768 } },
  {
    types: openai,
    pattern: /(^|\/)o[134](-|$)/,
    known: {
      takes: { images: true, files: true, tools: true },
      reasoning: 'effort',
      alwaysReasons: true,
      efforts: ['low', 'medium', 'high'],
      refuses: ['temperature', 'topP'],
      outputLimit: 100_000,
    },
  },
  // Developer messages
  { types: openai, pattern: /\b(chat)?gpt-(4o|4\.[15]|[5-9])|(^|\/)o[134](-|$)/, known: { appendsSystem: true } },
  { types: openai, pattern: /(^|\/)o3-mini/, known: { takes: { images: false, files: false } } },
  {
    types: openai,
    pattern: /(^|\/)o1-(mini|preview)/,
    known: {
      takes: { images: false, files: false, tools: false },
      reasoning: 'none',
      outputLimit: 32_768,
      appendsSystem: false,
    },
  },
  { types: openai, pattern: /(^|\/)o1-mini/, known: { outputLimit: 65_536 } },
  { types: ['openai-responses'], pattern: /\bgpt-(5\.[4-9]|[6-9])/, known: { appendsTools: true } },
  {
    types: openai,
    pattern: /\bgpt-5/,
    known: {
      takes: { images: true, files: true, tools: true },
      reasoning: 'effort',
      alwaysReasons: true,
      efforts: ['minimal', 'low', 'medium', 'high'],
      refuses: ['temperature', 'topP'],
      outputLimit: 128_000,
    },
  },
  {
    types: openai,
    pattern: /\bgpt-(5\.[1-9]|[6-9])/,
    known: {
      takes: { images: true, files: true, tools: true },
      reasoning: 'effort',
      alwaysReasons: false,
      efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
      refuses: [],
      refusesWhileReasoning: ['temperature', 'topP'],
      outputLimit: 128_000,
    },
  },
  { types: ['openai-chat'], pattern: /\bgpt-(5\.[1-9]|[6-9])/, known: { refusesEffortWithTools: true } },
  {
    types: openai,
    pattern: /\bgpt-(5\.[6-9]|[6-9])/,
    known: { efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], explainsCache: true, takesMarks: true },
  },
  { types: openai, pattern: /\bgpt-5\.1/, known: { efforts: ['none', 'low', 'medium', 'high'] } },
  {
    types: openai,
    pattern: /\bgpt-5(\.\d)?-(pro|codex)/,
    known: { alwaysReasons: true, efforts: ['low', 'medium', 'high', 'xhigh'], refuses: ['temperature', 'topP'] },
  },
  { types: openai, pattern: /\bgpt-5-codex|\bgpt-5\.1-codex($|-mini)/, known: { efforts: ['low', 'medium', 'high'] } },
  { types: openai, pattern: /\bgpt-5-pro/, known: { efforts: ['high'], outputLimit: 272_000 } },
  { types: openai, pattern: /\bgpt-5\.\d-pro/, known: { efforts: ['medium', 'high', 'xhigh'] } },
  {
    types: openai,
    pattern: /\bgpt-5(\.\d)?-chat/,
    known: { reasoning: 'none', alwaysReasons: false, refuses: [], refusesWhileReasoning: [], outputLimit: 16_384 },
  },
  {
    types: openai,
    pattern: /\bgpt-oss/,
    known: {
      takes: { images: false, files: false, tools: true },
      reasoning: 'effort',
      alwaysReasons: true,
      efforts: ['low', 'medium', 'high'],
    },
  },

  // Claude, at Anthropic and on Bedrock
  {
    types: claude,
    pattern: /claude/,
    known: { takes: { images: true, files: true, tools: true }, reasoning: 'none', caching: 'marks' },
  },
  {
    types: claude,
    pattern: /claude-(v?2|v1|instant)/,
    known: { takes: { images: false, files: false, tools: false }, caching: 'none' },
  },
  { types: claude, pattern: /claude-3-(haiku|opus|sonnet)/, known: { outputLimit: 4_096 } },
  { types: claude, pattern: /claude-3-5/, known: { outputLimit: 8_192 } },
  { types: claude, pattern: /claude-3-7/, known: { reasoning: 'budget', outputLimit: 64_000 } },
  { types: claude, pattern: /claude-[a-z]+-4/, known: { reasoning: 'budget', outputLimit: 64_000 } },
  { types: claude, pattern: /claude-opus-4(-[01])?(-2025|@|$|-v)/, known: { outputLimit: 32_000 } },
  { types: claude, pattern: /claude-(opus-4-1|[a-z]+-4-5)/, known: { refuses: ['temperature+topP'] } },
  {
    types: claude,
    pattern: /claude-[a-z]+-4-6/,
    known: {
      reasoning: 'effort',
      efforts: ['low', 'medium', 'high'],
      refuses: ['temperature+topP', 'prefill'],
    },
  },
  { types: claude, pattern: /claude-opus-4-6/, known: { efforts: ['low', 'medium', 'high', 'max'] } },
  {
    types: claude,
    pattern: /claude-([a-z]+-(4-[7-9]|[5-9])|mythos)/,
    known: {
      reasoning: 'effort',
      efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      refuses: ['temperature', 'topP', 'topK', 'prefill'],
    },
  },
  {
    types: claude,
    pattern: /claude-(opus-4-[6-9]|[a-z]+-[5-9]|mythos)/,
    known: { outputLimit: 128_000 },
  },
  { types: claude, pattern: /claude-(opus|sonnet|haiku)-5/, known: { reasoningOff: 'disabled' } },
  { types: claude, pattern: /claude-sonnet-5-5/, known: { reasoningOff: 'between_tools' } },
  { types: claude, pattern: /claude-(opus-5-5|fable|mythos)/, known: { alwaysReasons: true } },
  {
    types: claude,
    pattern: /claude-(fable-(5-[1-9](?!\d)|[6-9])|(opus|sonnet|haiku)-(5-[5-9]|[6-9]))/,
    known: { bindsReasoning: true },
  },
  {
    types: claude,
    pattern: /claude-(opus-(4-8|[5-9])|(fable|mythos)-[5-9]|(sonnet|haiku)-(5-[5-9]|[6-9]))/,
    known: { appendsTools: true, appendsSystem: true },
  },
  {
    types: claude,
    pattern: /claude-(opus-[5-9]|(fable|mythos)-(5-[1-9](?!\d)|[6-9])|(sonnet|haiku)-(5-[5-9]|[6-9]))/,
    known: { appendsEffort: true },
  },
  // From how many tokens on Anthropic caches them
  { types: ['anthropic'], pattern: /claude-(3|[a-z]+-4)/, known: { leastCached: 1_024 } },
  { types: ['anthropic'], pattern: /claude-(3-haiku|3-5-haiku|opus-4-7)/, known: { leastCached: 2_048 } },
  { types: ['anthropic'], pattern: /claude-(opus-4-[56]|haiku-4-5)/, known: { leastCached: 4_096 } },
  { types: ['anthropic'], pattern: /claude-sonnet-5(?!-[1-9](?!\d))/, known: { leastCached: 1_024 } },
  { types: ['anthropic'], pattern: /claude-(opus|fable|mythos)-5(?!-[1-9](?!\d))/, known: { leastCached: 512 } },
  // On Bedrock not by a name with a version
  { types: ['anthropic'], pattern: /^arn:|-v\d+(:\d+)?$/, known: { appendsSystem: false } },
  { types: ['bedrock'], pattern: /claude/, known: { dialect: 'claude' } },
  { types: ['bedrock'], pattern: /claude-([a-z]+-(4-[5-9]|[5-9])|mythos)/, known: { longCache: true } },

  // Amazon's own
  {
    types: ['bedrock'],
    pattern: /amazon\.nova/,
    known: { takes: { images: true, files: true, tools: true }, reasoning: 'none', caching: 'marks', dialect: 'nova' },
  },
  { types: ['bedrock'], pattern: /amazon\.nova-micro/, known: { takes: { images: false, files: false } } },
  { types: ['bedrock'], pattern: /amazon\.nova-2/, known: { reasoning: 'effort', efforts: ['low', 'medium', 'high'] } },
  { types: ['bedrock'], pattern: /amazon\.nova-(2|premier)/, known: { searchesWeb: true } },
  {
    types: ['bedrock'],
    pattern: /amazon\.titan/,
    known: { takes: { images: false, files: false, tools: false }, reasoning: 'none', caching: 'none' },
  },

  // Others on Bedrock
  { types: ['bedrock'], pattern: /openai\./, known: { reasoning: 'effort' } },
  { types: ['bedrock'], pattern: /openai\.(?!gpt-oss)/, known: { dialect: 'gpt' } },
  { types: ['bedrock'], pattern: /mistral\./, known: { dialect: 'mistral' } },

  // Gemini
  {
    types: ['gemini'],
    pattern: /gemini-[12]([.-]|$)|learnlm/,
    known: {
      searchesBesideTools: false,
      wantsSignatures: false,
      takesFilesInResults: false,
      searchesBilledBy: 'answer',
    },
  },
  {
    types: ['gemini'],
    pattern: /gemini-(1|2\.0)/,
    known: {
      takes: { images: true, files: true, tools: true },
      reasoning: 'none',
      outputLimit: 8_192,
      fetchesPages: false,
    },
  },
  {
    types: ['gemini'],
    pattern: /gemini-2\.5/,
    known: { takes: { images: true, files: true, tools: true }, reasoning: 'budget', outputLimit: 65_536 },
  },
  { types: ['gemini'], pattern: /gemini-2\.5/, known: { leastCached: 2_048 } },
  { types: ['gemini'], pattern: /gemini-(3\.[1-9]|4)/, known: { leastCached: 4_096 } },
  { types: ['gemini'], pattern: /gemini-2\.5-flash/, known: { budgets: { least: 1, most: 24_576 } } },
  { types: ['gemini'], pattern: /gemini-2\.5-flash-lite/, known: { budgets: { least: 512, most: 24_576 } } },
  {
    types: ['gemini'],
    pattern: /gemini-2\.5-pro/,
    known: { alwaysReasons: true, budgets: { least: 128, most: 32_768 } },
  },
  {
    types: ['gemini'],
    pattern: /gemini-([3-9]|(pro|flash|flash-lite)-latest)/,
    known: {
      takes: { images: true, files: true, tools: true },
      reasoning: 'level',
      alwaysReasons: true,
      levels: ['minimal', 'low', 'medium', 'high'],
      outputLimit: 65_536,
    },
  },
  {
    types: ['gemini'],
    pattern: /gemini-(3\.8|[a-z-]+-latest|[4-9])/,
    known: { levels: ['low', 'medium', 'high'] },
  },
  { types: ['gemini'], pattern: /gemini-3-pro/, known: { levels: ['low', 'high'] } },
  { types: ['gemini'], pattern: /gemini-(3\.[1-9]|[4-9](\.\d)?)-pro/, known: { levels: ['low', 'medium', 'high'] } },
  { types: ['gemini'], pattern: /gemini-.*-image/, known: { reasoning: 'none', takes: { tools: false } } },
  {
    types: ['gemini'],
    pattern: /gemma/,
    known: {
      takes: { images: true, files: false, tools: false },
      reasoning: 'none',
      searchesBesideTools: false,
      wantsSignatures: false,
      takesFilesInResults: false,
    },
  },
  { types: ['gemini'], pattern: /gemma-[123]/, known: { takesSystem: false } },

  // Served over Chat Completions by their makers, by routers and by local servers
  {
    types: ['openai-chat'],
    pattern: /deepseek/,
    known: { takes: { images: false, files: false }, reasoning: 'switch', caching: 'automatic' },
  },
  { types: ['openai-chat'], pattern: /deepseek-(r1|reasoner)/, known: { alwaysReasons: true } },
  { types: ['openai-chat'], pattern: /grok/, known: { reasoning: 'none', takes: { tools: true } } },
  { types: ['openai-chat'], pattern: /grok-(4|latest)/, known: { takes: { images: true } } },
  { types: ['openai-chat'], pattern: /grok-3-mini/, known: { reasoning: 'effort', efforts: ['low', 'high'] } },
  {
    types: ['openai-chat'],
    pattern: /grok-4\.3/,
    known: { reasoning: 'effort', efforts: ['none', 'low', 'medium', 'high'] },
  },
  {
    types: ['openai-chat'],
    pattern: /grok-(4\.[5-9]|latest)/,
    known: { reasoning: 'effort', alwaysReasons: true, efforts: ['low', 'medium', 'high'] },
  },
  { types: ['openai-chat'], pattern: /grok-4\.6/, known: { efforts: ['low', 'medium', 'high', 'xhigh'] } },
  {
    types: ['openai-chat'],
    pattern: /claude/,
    known: { takes: { images: true, files: true, tools: true } },
  },
  {
    types: ['openai-chat'],
    pattern: /claude-([a-z]+-(4[.-][7-9]|[5-9])|mythos)/,
    known: { refuses: ['temperature', 'topP', 'topK', 'prefill'], outputLimit: 128_000 },
  },
  { types: ['openai-chat'], pattern: /claude-((opus|sonnet)-5[.-]5|fable|mythos)/, known: { alwaysReasons: true } },
  {
    types: ['openai-chat'],
    pattern: /mi[sx]tral|codestral|devstral|ministral|llama-?[23]|phi-?[34]|command-r|qwen-?[23]|kimi-k2$/,
    known: { takes: { images: false, files: false } },
  },
  {
    types: ['openai-chat'],
    pattern:
      /pixtral|llava|vision|-vl\b|vl:|omni|mistral-(small|medium|large)-(latest|\d)|llama-?4|gemma-?3|qwen-?3\.5/,
    known: { takes: { images: true } },
  },
  { types: ['openai-chat'], pattern: /mistral-|magistral|codestral|devstral/, known: { reasoning: 'none' } },
  {
    types: ['openai-chat'],
    pattern: /mistral-(small-(latest|2603)|medium-3[-.]5)/,
    known: { reasoning: 'effort', efforts: ['none', 'high'] },
  },
]
