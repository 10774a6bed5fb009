import type { ModelFacts } from '@stet/history'

/** Lists of models say nothing of images but the name. */
const ONLY_IMAGES =
  /(^|[/:_-])(dall-e|gpt-image|chatgpt-image|stable-diffusion|sdxl|flux|imagen|seedream|ideogram|recraft)/i
const IMAGES_TOO = /gemini.*-image(-|$)/i

/** Whether a model makes images: `only`, where it answers no chats, or `too`. Undefined for all others. */
export function makesImages(protocol: string, model: string): ModelFacts['makesImages'] {
  if (protocol === 'gemini') return IMAGES_TOO.test(model) ? 'too' : undefined
  const isOpenAi = protocol === 'openai-chat' || protocol === 'openai-responses'
  return isOpenAi && ONLY_IMAGES.test(model) ? 'only' : undefined
}
