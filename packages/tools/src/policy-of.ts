import type { ToolChoice, ToolPolicy } from '@stet/history'
import type { Tool } from './tool.ts'

/** What holds for a tool in a chat. One that a person has to see every time never runs by itself, whatever the chat says (R6). */
export function policyOf(tool: Pick<Tool, 'policy' | 'alwaysConfirm'>, choice: Pick<ToolChoice, 'policy'>): ToolPolicy {
  const policy = choice.policy ?? tool.policy
  return policy === 'auto' && tool.alwaysConfirm ? 'confirm' : policy
}
