/** A wire protocol that Stet speaks: one folder of this package each. Its name is the `protocol` of the answers it reads. */
export const providerTypes = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock', 'demo'] as const

export type ProviderType = (typeof providerTypes)[number]
