import { isNormalised, type Json, type Usage } from '@stet/history'
import type {
  ImageEditParamsNonStreaming,
  ImageGenerateParamsNonStreaming,
  ImagesResponse,
} from 'openai/resources/images'
import { type ImageFile, type ImageMaker, imageTypeOf } from '../images/image-maker.ts'
import { ModelError } from '../model-error.ts'
import { jsonField, listField, textField } from '../transport/json-field.ts'
import { JSON_HEADERS, keyHeaders } from '../transport/key-headers.ts'
import { fromBase64 } from '../transport/to-base64.ts'
import { addressUnder, baseUrlOf } from './address.ts'
import { refine } from './errors.ts'

/** These always answer with the bytes and refuse to be asked for them. */
const ANSWERS_WITH_BYTES = /gpt-image|chatgpt-image/i

/** OpenAI's images API, and the servers that speak it. */
export const openaiImages: ImageMaker = {
  prepare({ connection: { definition, credentials }, model, prompt, images }) {
    const base = baseUrlOf(definition)
    const format = ANSWERS_WITH_BYTES.test(model) ? {} : ({ response_format: 'b64_json' } as const)
    if (images.length === 0) {
      const body = { model, prompt, n: 1, ...format } satisfies ImageGenerateParamsNonStreaming
      const headers = keyHeaders(credentials, JSON_HEADERS)
      return { url: addressUnder(base, '/images/generations'), headers, body, refine }
    }
    const fields = { model, prompt, n: 1, ...format } satisfies Omit<ImageEditParamsNonStreaming, 'image'>
    // Without a content type: `fetch` writes the one with the boundary.
    const headers = keyHeaders(credentials, { accept: 'application/json' })
    return { url: addressUnder(base, '/images/edits'), headers, body: toForm(fields, images), refine }
  },
  read(answer) {
    const field = (name: keyof ImagesResponse) => jsonField(answer, name)
    const images = listField(answer, 'data' satisfies keyof ImagesResponse).flatMap(entry => {
      const bytes = fromBase64(textField(entry, 'b64_json') ?? '')
      if (bytes === null || bytes.length === 0) return []
      return [{ bytes, mediaType: imageTypeOf(bytes) ?? `image/${textField(answer, 'output_format') ?? 'png'}` }]
    })
    if (images.length === 0) {
      throw new ModelError('protocol', { message: 'the provider answered without the bytes of an image' })
    }
    const rawUsage = field('usage')
    return { images, rawUsage, usage: toUsage(rawUsage) }
  },
}

function toForm(fields: Readonly<Record<string, string | number>>, images: readonly ImageFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const { name, mediaType, bytes } of images) {
    const file = new Blob([Uint8Array.from(bytes)], { type: mediaType })
    form.append(images.length === 1 ? 'image' : 'image[]', file, name)
  }
  return form
}

/** Models that are paid by the image report nothing. */
function toUsage(rawUsage: Json): Usage | null {
  const input = jsonField(rawUsage, 'input_tokens')
  const output = jsonField(rawUsage, 'output_tokens')
  if (typeof input !== 'number' || typeof output !== 'number') return null
  const usage: Usage = { input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0, webSearches: 0 }
  return isNormalised(usage) ? usage : null
}
