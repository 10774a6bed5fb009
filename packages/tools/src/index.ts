export type { ChildEnd, ChildRun, ChildRuns } from './child-runs.ts'
export { policyOf } from './policy-of.ts'
export type { InputFields, ReadInput } from './read-input.ts'
export { LONGEST_INPUT, readInput } from './read-input.ts'
export { done, failed } from './to-result.ts'
export type {
  ParsedInput,
  Tool,
  ToolContext,
  ToolNeed,
  ToolOption,
  ToolOptions,
  ToolResult,
} from './tool.ts'
export type { ToolProgress } from './tool-progress.ts'
export type { TodoItem } from './write-todo/write-todo.ts'
export { writeTodo } from './write-todo/write-todo.ts'
