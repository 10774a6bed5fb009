import type { ToolChoice, ToolFacts, ToolOptionValue, ToolPolicy } from '@stet/api/client'

type PolicyFacts = Pick<ToolFacts, 'policy' | 'alwaysConfirm'>

/** What holds for a tool in a chat: one that the user has to see every time never runs by itself (R6). */
export function policyIn(tool: PolicyFacts, choice: Pick<ToolChoice, 'policy'>): ToolPolicy {
  const policy = choice.policy ?? tool.policy
  return policy === 'auto' && tool.alwaysConfirm ? 'confirm' : policy
}

/** The choice with another policy; the tool's own needs no saying. */
export function withPolicy(tool: PolicyFacts, choice: ToolChoice, policy: ToolPolicy): ToolChoice {
  return { ...choice, policy: policy === tool.policy ? null : policy }
}

/** The choice with an option set; null takes it back to the tool's own. */
export function withOption(choice: ToolChoice, name: string, value: ToolOptionValue | null): ToolChoice {
  const { [name]: _before, ...others } = choice.options
  return { ...choice, options: value === null ? others : { ...others, [name]: value } }
}

/** A tool is switched on behind the others: one that moves would invalidate every cache behind it. */
export function withChoice(choices: readonly ToolChoice[], choice: ToolChoice): readonly ToolChoice[] {
  return choices.some(({ name }) => name === choice.name)
    ? choices.map(each => (each.name === choice.name ? choice : each))
    : [...choices, choice]
}

export function withoutChoice(choices: readonly ToolChoice[], name: string): readonly ToolChoice[] {
  return choices.filter(choice => choice.name !== name)
}

export const policyWords: Readonly<Record<ToolPolicy, { readonly label: string; readonly help: string }>> = {
  auto: { label: 'Run automatically', help: 'Calls run at once.' },
  confirm: { label: 'Ask first', help: 'You approve each call.' },
  deny: { label: 'Never run', help: 'The model sees the tool, but every call is refused.' },
}

/** The first sentence of the description for the model, which is enough to recognise a tool. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text
}
