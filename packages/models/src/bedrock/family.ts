export type Family = 'claude' | 'nova' | 'deepseek' | 'gpt' | 'gpt-oss' | 'mistral' | 'other'

/** Whose model it is, by its name with or without a region before it. An own model is named by its ARN, which does not tell. */
export function familyOf(model: string): Family {
  const name = model.toLowerCase()
  if (name.includes('claude')) return 'claude'
  if (name.includes('amazon.nova')) return 'nova'
  if (name.includes('deepseek')) return 'deepseek'
  if (name.includes('openai.gpt-oss')) return 'gpt-oss'
  if (name.includes('openai.')) return 'gpt'
  if (name.includes('mistral.')) return 'mistral'
  return 'other'
}
