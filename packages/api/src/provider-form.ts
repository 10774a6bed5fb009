import type { ProviderForm } from '@stet/desk'
import { checkOptions, LONGEST_NAME } from '@stet/desk'
import * as z from 'zod/mini'

const label = z.nullable(z.string().check(z.maxLength(LONGEST_NAME)))
const address = z.nullable(z.string())

/** The shape of a form; what its addresses, its key and its headers may be is the desk's to judge. */
export const formBody = z.strictObject({
  type: z.enum(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock']),
  name: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)),
  icon: label,
  preset: label,
  baseUrl: address,
  modelsUrl: address,
  options: z.looseObject({}),
  enabled: z.boolean(),
  key: z.exactOptional(z.nullable(z.string())),
  headers: z.record(z.string(), z.nullable(z.string())),
})

export function toForm(body: z.infer<typeof formBody>): ProviderForm {
  return { ...body, options: checkOptions(body.options) }
}
