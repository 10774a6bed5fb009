import type { DefinedType, DefinitionOptions } from '@stet/api/client'
import type { SelectOption } from '../../ui/select-field.tsx'

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

type Names<Value> = { [Name in keyof DefinitionOptions]: DefinitionOptions[Name] extends Value ? Name : never }

export type SwitchOption = Names<boolean>[keyof DefinitionOptions]
export type ChoiceOption = Exclude<keyof DefinitionOptions, SwitchOption>

interface OptionHelp<Name> {
  readonly name: Name
  readonly label: string
  readonly help: string
}

/** Of every type. */
export const localHelp: OptionHelp<SwitchOption> = {
  name: 'local',
  label: 'Runs on a machine of yours',
  help: 'Its models cost nothing, and it may have no key.',
}

/** Of Chat Completions, which servers speak with differences. */
export const switchHelp: readonly OptionHelp<SwitchOption>[] = [
  {
    name: 'replayReasoning',
    label: 'Send reasoning back',
    help: 'Earlier reasoning goes along with the next request. DeepSeek needs it; most servers ignore or refuse it.',
  },
  {
    name: 'takesTopK',
    label: 'Takes top-k',
    help: 'Whether the server knows top_k. OpenAI’s own refuses it.',
  },
  {
    name: 'askForUsage',
    label: 'Ask for usage',
    help: 'Asks for token counts while an answer streams. Mistral tells them unasked, and refuses to be asked.',
  },
]

export const choiceHelp: readonly (OptionHelp<ChoiceOption> & { readonly words: Readonly<Record<string, string>> })[] =
  [
    {
      name: 'outputLimitField',
      label: 'Output limit is sent as',
      help: 'The name by which the server takes the most tokens of an answer.',
      words: {},
    },
    {
      name: 'reasoningField',
      label: 'Reasoning is asked for by',
      help: 'OpenAI’s reasoning_effort, OpenRouter’s reasoning, DeepSeek’s thinking, or not at all.',
      words: { none: 'nothing' },
    },
    {
      name: 'webSearchField',
      label: 'Web search is asked for by',
      help: 'OpenRouter’s server tool, OpenAI’s web_search_options, or not at all.',
      words: { none: 'nothing' },
    },
    {
      name: 'prefill',
      label: 'Beginning of an answer',
      help: 'Whether the server goes on from a last message of the assistant: by itself, or when it is marked as a prefix.',
      words: { 'last-message': 'from the last message', prefix: 'marked as a prefix', none: 'not taken' },
    },
  ]
