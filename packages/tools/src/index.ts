export { readInput } from './read-input.ts'
export type {
  ChildEnd,
  ChildRun,
  ChildRuns,
  Tool,
  ToolContext,
  ToolNeed,
  ToolOption,
  ToolOptions,
  ToolProgress,
  ToolResult,
} from './tool.ts'
export { policyOf } from './tool.ts'
export { TOOLS } from './tools.ts'
