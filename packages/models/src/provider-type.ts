/** A wire protocol that Stet speaks: one folder of this package each. What a type writes bears its name as `protocol`. */
export const providerTypes = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock', 'demo'] as const

export type ProviderType = (typeof providerTypes)[number]
