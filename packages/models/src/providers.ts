import type { Provider } from './provider.ts'
import type { ProviderType } from './provider-type.ts'

/** Every type with a protocol, loaded when it is first needed. The demo has none. */
const providers: Readonly<Record<Exclude<ProviderType, 'demo'>, () => Promise<Provider>>> = {
  'openai-chat': async () => (await import('./openai-chat/provider.ts')).openaiChat,
  'openai-responses': async () => (await import('./openai-responses/provider.ts')).openAiResponses,
  anthropic: async () => (await import('./anthropic/provider.ts')).anthropic,
  gemini: async () => (await import('./gemini/provider.ts')).gemini,
  bedrock: async () => (await import('./bedrock/provider.ts')).bedrock,
}

/** Importing a module again takes as long as reading three rows, and every request asks for its provider. */
const loaded = new Map<ProviderType, Provider>()

/** Null for the demo, which has no protocol. */
export async function loadProvider(type: ProviderType): Promise<Provider | null> {
  if (type === 'demo') return null
  const known = loaded.get(type)
  if (known !== undefined) return known
  const provider = await providers[type]()
  loaded.set(type, provider)
  return provider
}
