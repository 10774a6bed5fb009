/** The wire protocols that a definition can name (P2): one folder of `@stet/models` each. */
export const providerTypes = [
  { value: 'openai-chat', label: 'Chat Completions (OpenAI and compatible)' },
  { value: 'openai-responses', label: 'OpenAI Responses' },
  { value: 'anthropic', label: 'Anthropic Messages' },
  { value: 'gemini', label: 'Google Gemini' },
  { value: 'bedrock', label: 'AWS Bedrock' },
] as const

/** The demo exists without a definition. */
export type DefinedType = (typeof providerTypes)[number]['value']

export const definedTypes: readonly DefinedType[] = providerTypes.map(({ value }) => value)
