import { type DefinitionOptions, defaultDefinitionOptions } from '../definition.ts'
import type { Preset } from './preset.ts'

type Hosted = Pick<Preset, 'id' | 'name' | 'type' | 'baseUrl' | 'keyUrl'> & {
  readonly options?: Partial<DefinitionOptions>
  readonly headers?: Preset['headers']
  readonly note?: string
}

function hosted({ options, headers = {}, note, ...preset }: Hosted): Preset {
  return {
    ...preset,
    icon: preset.id,
    modelsUrl: null,
    asksBaseUrl: false,
    key: 'needed',
    options: { ...defaultDefinitionOptions, ...options },
    headers,
    note: note ?? null,
  }
}

type AtHome = Pick<Preset, 'id' | 'name' | 'baseUrl'> & {
  readonly options: Partial<DefinitionOptions>
  readonly note: string
}

function atHome({ options, ...preset }: AtHome): Preset {
  return {
    ...preset,
    type: 'openai-chat',
    icon: preset.id,
    modelsUrl: null,
    asksBaseUrl: false,
    key: 'none',
    keyUrl: null,
    options: {
      ...defaultDefinitionOptions,
      outputLimitField: 'max_tokens',
      thisComputer: true,
      local: true,
      ...options,
    },
    headers: {},
  }
}

/** In the order in which the page offers them. */
export const presets: readonly Preset[] = [
  hosted({
    id: 'openai',
    name: 'OpenAI',
    type: 'openai-responses',
    baseUrl: null,
    keyUrl: 'https://platform.openai.com/api-keys',
  }),
  {
    ...hosted({
      id: 'openai-chat',
      name: 'OpenAI (Chat Completions)',
      type: 'openai-chat',
      baseUrl: null,
      keyUrl: 'https://platform.openai.com/api-keys',
      note: 'OpenAI’s older interface. It shows no reasoning and searches no web, and newer models refuse to reason with tools over it.',
    }),
    icon: 'openai',
  },
  hosted({
    id: 'anthropic',
    name: 'Anthropic',
    type: 'anthropic',
    baseUrl: null,
    keyUrl: 'https://platform.claude.com/settings/keys',
  }),
  hosted({
    id: 'gemini',
    name: 'Google Gemini',
    type: 'gemini',
    baseUrl: null,
    keyUrl: 'https://aistudio.google.com/apikey',
  }),
  {
    ...hosted({
      id: 'bedrock',
      name: 'AWS Bedrock',
      type: 'bedrock',
      baseUrl: 'us-east-1',
      keyUrl: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
      note: 'The base URL is a region, such as us-west-2; the key is a Bedrock API key.',
    }),
    asksBaseUrl: true,
  },
  hosted({
    id: 'openrouter',
    name: 'OpenRouter',
    type: 'openai-chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyUrl: 'https://openrouter.ai/settings/keys',
    options: {
      replayReasoning: true,
      outputLimitField: 'max_tokens',
      reasoningField: 'reasoning',
      webSearchField: 'openrouter:web_search',
      prefill: 'last-message',
      takesTopK: true,
    },
  }),
  hosted({
    id: 'xai',
    name: 'xAI',
    type: 'openai-chat',
    baseUrl: 'https://api.x.ai/v1',
    keyUrl: 'https://console.x.ai',
  }),
  hosted({
    id: 'deepseek',
    name: 'DeepSeek',
    type: 'openai-chat',
    baseUrl: 'https://api.deepseek.com',
    keyUrl: 'https://platform.deepseek.com/api_keys',
    options: { replayReasoning: true, outputLimitField: 'max_tokens', reasoningField: 'thinking' },
  }),
  hosted({
    id: 'groq',
    name: 'Groq',
    type: 'openai-chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyUrl: 'https://console.groq.com/keys',
    options: { prefill: 'last-message' },
  }),
  hosted({
    id: 'mistral',
    name: 'Mistral',
    type: 'openai-chat',
    baseUrl: 'https://api.mistral.ai/v1',
    keyUrl: 'https://console.mistral.ai/api-keys',
    options: { outputLimitField: 'max_tokens', prefill: 'prefix', askForUsage: false },
  }),
  hosted({
    id: 'together',
    name: 'Together',
    type: 'openai-chat',
    baseUrl: 'https://api.together.xyz/v1',
    keyUrl: 'https://api.together.ai/settings/api-keys',
    options: { outputLimitField: 'max_tokens', takesTopK: true },
  }),
  hosted({
    id: 'fireworks',
    name: 'Fireworks',
    type: 'openai-chat',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyUrl: 'https://app.fireworks.ai/settings/users/api-keys',
    options: { outputLimitField: 'max_tokens', takesTopK: true },
  }),
  hosted({
    id: 'cerebras',
    name: 'Cerebras',
    type: 'openai-chat',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyUrl: 'https://cloud.cerebras.ai',
  }),
  atHome({
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    options: { prefill: 'last-message' },
    note: 'Runs on this computer. Models are fetched with “ollama pull”; it cuts off what exceeds the context length that it was started with.',
  }),
  atHome({
    id: 'llama-cpp',
    name: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
    options: { reasoningField: 'none', prefill: 'last-message', takesTopK: true },
    note: 'Runs on this computer: llama-server, with --jinja for tools.',
  }),
  atHome({
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    options: { reasoningField: 'none', takesTopK: true },
    note: 'Runs on this computer: start its server under Developer.',
  }),
  {
    ...atHome({
      id: 'vllm',
      name: 'vLLM',
      baseUrl: 'http://127.0.0.1:8000/v1',
      options: { takesTopK: true },
      note: 'Runs on a machine of yours. Give a key if it was started with one.',
    }),
    key: 'optional',
  },
  {
    ...hosted({
      id: 'openai-compatible',
      name: 'OpenAI-compatible',
      type: 'openai-chat',
      baseUrl: null,
      keyUrl: null,
      options: { outputLimitField: 'max_tokens' },
      note: 'Any server that speaks Chat Completions: its address up to and including /v1.',
    }),
    asksBaseUrl: true,
    key: 'optional',
  },
]
