/** A key found in a text, and the preset of the provider that issues such keys; null where several do. */
export interface FoundKey {
  readonly key: string
  readonly preset: string | null
}

/** How the keys of providers begin. The first that matches counts: `sk-` alone is used by many. */
const SHAPES: readonly (readonly [preset: string | null, shape: RegExp])[] = [
  ['anthropic', /\bsk-ant-[\w-]{20,}/],
  ['openrouter', /\bsk-or-(?:v1-)?[\w-]{20,}/],
  ['openai', /\bsk-(?:proj|svcacct|admin)-[\w-]{20,}/],
  ['openai', /\bsk-[A-Za-z0-9]{10,}T3BlbkFJ[A-Za-z0-9]{10,}/],
  ['gemini', /\bAIza[\w-]{35}/],
  ['groq', /\bgsk_[A-Za-z0-9]{20,}/],
  ['xai', /\bxai-[A-Za-z0-9]{20,}/],
  ['fireworks', /\bfw_[A-Za-z0-9]{16,}/],
  ['cerebras', /\bcsk-[a-z0-9]{20,}/],
  [null, /\bsk-[\w-]{24,}/],
]

/** The first key of a provider in a text; null where there is none. */
export function recogniseKey(text: string): FoundKey | null {
  for (const [preset, shape] of SHAPES) {
    const key = shape.exec(text)?.[0]
    if (key !== undefined) return { key, preset }
  }
  return null
}
