import type { Blob, Candidate, GenerateContentResponse, GenerationConfig, Modality, Part } from '@google/genai/web'
import type { Json } from '@stet/history'
import { type ImageMaker, imageTypeOf } from '../images/image-maker.ts'
import { ModelError } from '../model-error.ts'
import { jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64, toBase64 } from '../transport/to-base64.ts'
import { baseUrlOf, keyHeaders, modelPath } from './address.ts'
import { refine } from './errors.ts'
import { toUsage } from './usage.ts'

/** Gemini models that answer with images as well as text. */
export const geminiImages: ImageMaker = {
  prepare({ connection, model, prompt, images }) {
    const parts: readonly Part[] = [
      ...images.map(({ mediaType, bytes }) => ({ inlineData: { mimeType: mediaType, data: toBase64(bytes) } })),
      { text: prompt },
    ]
    const generationConfig: GenerationConfig = { responseModalities: ['TEXT', 'IMAGE'] as Modality[] }
    return {
      url: `${baseUrlOf(connection.definition.baseUrl)}/${modelPath(model)}:generateContent`,
      headers: keyHeaders(connection),
      body: { contents: [{ role: 'user', parts }], generationConfig },
      refine,
    }
  },
  read(answer) {
    const [candidate = null] = listField(answer, 'candidates' satisfies keyof GenerateContentResponse)
    const parts = listField(jsonField(candidate, 'content' satisfies keyof Candidate), 'parts')
    const images = parts.flatMap(part => {
      const data = jsonField(part, 'inlineData' satisfies keyof Part)
      const bytes = fromBase64(textField(data, 'data' satisfies keyof Blob) ?? '')
      if (bytes === null || bytes.length === 0) return []
      const mediaType = imageTypeOf(bytes) ?? textField(data, 'mimeType' satisfies keyof Blob) ?? 'image/png'
      return [{ bytes, mediaType }]
    })
    if (images.length === 0) throw new ModelError('refused', { message: whyNone(answer, candidate, parts) })
    const rawUsage = jsonField(answer, 'usageMetadata' satisfies keyof GenerateContentResponse)
    return { images, rawUsage, usage: toUsage(rawUsage, 0) }
  },
}

/** The prompt was blocked, the image was, or the model only wrote. */
function whyNone(answer: Json, candidate: Json, parts: readonly Json[]): string {
  const feedback = jsonField(answer, 'promptFeedback' satisfies keyof GenerateContentResponse)
  const blocked = textField(feedback, 'blockReason')
  if (blocked !== null) return `the prompt was blocked (${blocked})`
  const text = parts.map(part => textField(part, 'text') ?? '').join('')
  const reason = textField(candidate, 'finishReason' satisfies keyof Candidate) ?? 'no reason was given'
  return text === '' ? `no image was made (${reason})` : `no image was made (${reason}): ${text.slice(0, 300)}`
}
