import type { DefinedType } from '@stet/api/client'
import type { SelectOption } from '../../ui/controls/select-field.tsx'

/** What the types are called, by the protocol they speak. */
export const typeOptions: readonly SelectOption<DefinedType>[] = [
  { value: 'openai-chat', label: 'Chat Completions (OpenAI and compatible)' },
  { value: 'openai-responses', label: 'OpenAI Responses' },
  { value: 'anthropic', label: 'Anthropic Messages' },
  { value: 'gemini', label: 'Google Gemini' },
  { value: 'bedrock', label: 'AWS Bedrock' },
]

/** Without what it is compatible with. */
export function shortTypeName(type: DefinedType): string {
  const known = typeOptions.find(option => option.value === type)
  if (known === undefined) throw new Error(`there is no type ${type}`)
  return known.label.replace(/ \(.*\)$/u, '')
}
