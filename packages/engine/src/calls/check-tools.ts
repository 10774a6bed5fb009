import type { ToolChoice } from '@stet/history'
import { checkSettings } from '../runtime/check-settings.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { ToolFacts } from './toolbox.ts'

/** Refuses a choice of tools that no chat can have. */
export function checkTools(tools: readonly ToolFacts[], chosen: readonly ToolChoice[]): void {
  const names = new Set(chosen.map(({ name }) => name))
  if (names.size < chosen.length) throw new EngineError('invalid', 'tools: each can be named once', 'tools')
  for (const choice of chosen) checkOptions(tools, choice)
}

/** An option that the tool no longer has may be sent back: a page saves all tools of a chat together. */
function checkOptions(tools: readonly ToolFacts[], choice: ToolChoice): void {
  const declared = tools.find(({ name }) => name === choice.name)?.options ?? {}
  for (const [name, value] of Object.entries(choice.options)) {
    const option = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (option !== undefined) checkSettings({ [name]: option }, { [name]: value })
  }
}
