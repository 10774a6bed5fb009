/** What Google documents of its models by generation, since its list of models does not tell. */
export interface Traits {
  /** Whether it takes its own search beside tools of ours. */
  readonly searchesBesideTools: boolean
  /** Whether it refuses a call in the open exchange that bears no signature. */
  readonly wantsSignatures: boolean
  /** Whether pictures and documents may stand within the result of a call. */
  readonly takesFilesInResults: boolean
  readonly takesSystem: boolean
  /** What a grounded answer is billed by. */
  readonly searchesBilledBy: 'query' | 'answer'
}

/** A name without a generation, such as `gemini-flash-latest`, is one of the newest. */
export function traitsOf(model: string): Traits {
  const name = model.toLowerCase()
  const isEarly = /gemini-[12]([.-]|$)|learnlm/.test(name)
  const isGemma = name.includes('gemma')
  const isNew = !isEarly && !isGemma
  return {
    searchesBesideTools: isNew,
    wantsSignatures: isNew,
    takesFilesInResults: isNew,
    takesSystem: !/gemma-[123]/.test(name),
    searchesBilledBy: isEarly ? 'answer' : 'query',
  }
}
